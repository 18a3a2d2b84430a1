import { lazy } from 'react';

// Most parts are in stock (as with the tables of web/parts/parts-page.tsx).
export const BackInStock = import.meta.env.SSR
  ? (await import('./back-in-stock.tsx')).BackInStock
  : lazy(async () => ({ default: (await import('./back-in-stock.tsx')).BackInStock }));
