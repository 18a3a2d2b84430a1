import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Fit } from '#contract/fit.ts';
import { FitBadge } from './fit-badge.tsx';

const written = (fit?: Fit) => renderToStaticMarkup(<FitBadge partId="p" fit={fit} />);
const read = (fit?: Fit) => written(fit).replaceAll(/<[^>]*>/g, '');

test.each([
  [{ state: 'fits', reason: 'Fits any vehicle.' }, 'Fits any vehicle.'],
  [{ state: 'fits', reason: '112 confirmed it.' }, 'Fits: 112 confirmed it.'],
  [{ state: 'does not fit', reason: '2.0 diesel only.' }, 'Does not fit: 2.0 diesel only.'],
  [{ state: 'check', reason: 'Choose the model.' }, 'Check: Choose the model.'],
] as const)(
  'what a list says of a part is in the page as the server writes it: %j',
  (fit, words) => {
    expect(read(fit)).toBe(words);
    expect(written(fit)).toContain(`title="${fit.reason}"`);
  },
);

test('the server, which knows no vehicle, writes nothing of its own', () => {
  expect(written()).toBe('');
});
