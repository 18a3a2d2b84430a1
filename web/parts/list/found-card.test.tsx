import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { listedDisc as disc } from '#test/listed-disc.ts';
import { FoundGrid } from './found-card.tsx';

const image = `/images/${'a1'.repeat(32)}-1280.webp`;

const parts: ListedFoundPart[] = [
  disc,
  { ...disc, name: 'Oil filter', priceBreaks: [], inStock: 3 },
  { ...disc, brand: null, partNumber: null, image: 'https://elsewhere.example/x.webp' },
  { ...disc, match: { kind: 'oe', number: '8A0 319', maker: 'VW & Audi' }, image },
  { ...disc, fit: { state: 'fits', reason: 'Fits any vehicle.' } },
  { ...disc, fit: { state: 'does not fit', reason: '2.0 diesel only' }, price: 0.07 },
];

/** Its pictures load when they are near, in both. */
const lazily = (html: string) =>
  html
    .replaceAll('loading="eager"', 'loading="lazy"')
    .replaceAll(/fetchPriority="high"/gi, 'fetchPriority="auto"')
    .replaceAll(/<link rel="preload"[^>]*>/g, '');

test.each(parts.map((part, at) => [at, part] as const))(
  'card %i is filled in as it is written where its picture comes first',
  (_, part) => {
    const filled = renderToString(<FoundGrid parts={[part]} />);
    const written = renderToString(<FoundGrid parts={[part]} eager />);
    expect(written).toContain('loading="eager"');
    expect(filled).not.toContain('loading="eager"');
    expect(lazily(written)).toBe(lazily(filled));
  },
);
