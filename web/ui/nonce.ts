import { createContext } from 'react';

/** Allows a page's own inline scripts while the server renders it; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
