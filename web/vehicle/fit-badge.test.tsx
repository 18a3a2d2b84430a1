import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Fit } from '#contract/fit.ts';
import { FitBadge } from './fit-badge.tsx';

const written = (fit?: Fit) => renderToStaticMarkup(<FitBadge partId="p" fit={fit} />);
const read = (html: string) => html.replaceAll(/<[^>]*>/g, '');

test.each([
  [{ state: 'fits', reason: 'Fits any vehicle.' }, 'Fits any vehicle.'],
  [{ state: 'fits', reason: '112 confirmed it.' }, 'Fits: 112 confirmed it.'],
] as const)(
  'what a list says of a part is in the page as the server writes it: %j',
  (fit, words) => {
    expect(read(written(fit))).toBe(words);
    expect(written(fit)).toContain(`title="${fit.reason}"`);
  },
);

test.each([
  [{ state: 'does not fit', reason: '2.0 diesel only.' }, 'Does not fit: 2.0 diesel only.'],
  [{ state: 'check', reason: 'Choose the model.' }, 'Check: Choose the model.'],
] as const)(
  'why a part may not fit is shown by a press on its badge, without scripts: %j',
  (fit, words) => {
    const [, button = '', shown = ''] =
      /^(<button.*<\/button>)(<span popover.*)$/.exec(written(fit)) ?? [];
    expect(read(button)).toBe(words);
    expect(button).toContain(`title="${fit.reason}"`);
    const id = /popovertarget="([^"]+)"/i.exec(button)?.[1];
    expect(shown).toContain(`id="${id}"`);
    expect(read(shown)).toBe(fit.reason);
  },
);

test('the server, which knows no vehicle, writes nothing of its own', () => {
  expect(written()).toBe('');
});
