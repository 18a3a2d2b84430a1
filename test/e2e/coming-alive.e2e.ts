import { readFileSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import { addressOf } from './address-of.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';

/** What is used before anybody acts, by name: of `Intl`, of what asks it, and properties that fade (docs/decisions/0084). */
function noteWhatIsUsed(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const used: string[] = [];
    Object.assign(globalThis, { used });
    addEventListener('transitionrun', ({ propertyName }) => void used.push(propertyName));
    const note = (target: object, name: string) => {
      const own = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      const noted = new Proxy(own, {
        apply: (its, self, given: unknown[]) => {
          used.push(name);
          return Reflect.apply(its, self, given);
        },
        construct: (its, given: unknown[]) => {
          used.push(name);
          return Reflect.construct(its, given) as object;
        },
      });
      Reflect.set(target, name, noted);
    };
    for (const name of Object.getOwnPropertyNames(Intl))
      if (typeof Reflect.get(Intl, name) === 'function') note(Intl, name);
    for (const { prototype } of [Number, Date, Array])
      for (const name of Object.getOwnPropertyNames(prototype))
        if (name.startsWith('toLocale')) note(prototype, name);
    note(String.prototype, 'localeCompare');
  });
}

function usedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { used: string[] }).used);
}

const golf = { make: 'Volkswagen', model: 'Golf', year: 2015 };
const listed = { owner: null, lines: [{ number: 'BD-3122', quantity: 200 }], account: null };

/** What a guest opens, and what the browser remembers then. */
const openings: readonly (readonly [string, Readonly<Record<string, object>>?])[] = [
  ['/'],
  ['/parts'],
  ['/parts?view=table'],
  ['/parts?type=brake-disc&view=table'],
  ['/parts?make=Volkswagen&model=Golf&year=2015&view=table'],
  ['/parts/PART'],
  ['/vehicles'],
  ['/login'],
  ['/register'],
  ['/blog'],
  ['/my-portfolio'],
  ['/order-pad'],
  ['/order-pad', { 'underhood.order-list': listed }],
  ['/parts', { 'underhood.my-vehicle': golf }],
  ['/parts/PART', { 'underhood.my-vehicle': golf }],
];

for (const [path, kept = {}] of openings)
  test(`${[path, ...Object.keys(kept)].join(' with ')} comes alive without the tables of languages, and nothing fades`, async ({
    page,
  }) => {
    const address = await addressOf(page, path);
    await page.addInitScript((texts) => {
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
    }, textsOf(kept));
    await noteWhatIsUsed(page);
    await page.goto(address);
    await expectAlive(page);
    expect(page.url().endsWith(address), page.url()).toBe(true);
    await page.waitForLoadState('networkidle');
    // What has come alive is drawn.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
    expect(await usedOn(page)).toEqual([]);
  });

test('what would be used is noted', async ({ page }) => {
  await noteWhatIsUsed(page);
  await page.goto('/parts');
  await expectAlive(page);
  await page.evaluate(() => [
    (1000).toLocaleString(),
    'a'.localeCompare('b'),
    new Intl.Collator().compare('a', 'b'),
  ]);
  expect(await usedOn(page)).toEqual(['toLocaleString', 'localeCompare', 'Collator']);
  await page
    .getByRole('button', { name: /^Add to list/ })
    .first()
    .hover();
  await expect.poll(() => usedOn(page)).toContain('background-color');
});

/** Each character that the font of pages has. */
const characters = /inter-shop\.woff2[^}]*?unicode-range:([^;]+);/
  .exec(readFileSync('web/app.css', 'utf8'))?.[1]
  ?.split(',')
  .map((span) => span.trim().slice(2).split('-'))
  .flatMap(([from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, place) =>
      String.fromCodePoint(first + place),
    );
  });

test('home is written in one small font file, which has every usual character', async ({
  page,
}) => {
  expect(characters?.length).toBeGreaterThan(190);
  const fonts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(response);
  });
  await page.goto('/');
  await expectAlive(page);
  await page.evaluate(
    (text) => {
      for (const weight of ['400', '600']) {
        const all = document.createElement('p');
        all.style.fontWeight = weight;
        all.className = 'every-character';
        all.textContent = text;
        document.querySelector('main')?.prepend(all);
      }
      return document.fonts.ready;
    },
    (characters ?? []).join(''),
  );
  await page.waitForLoadState('networkidle');
  for (const drawn of await fontsOf(page, '.every-character'))
    expect(drawn).toEqual([[expect.stringMatching(/^Inter/), true]]);
  expect(fonts.map((font) => new URL(font.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/inter-shop-/),
  ]);
  expect((await fonts[0]?.body())?.length).toBeLessThan(22_000);
});

/** The fonts of each of two elements, and whether they are the page's own. */
async function fontsOf(page: Page, selector: string): Promise<(readonly [string, boolean])[][]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector,
  });
  expect(nodeIds).toHaveLength(2);
  const drawn: (readonly [string, boolean])[][] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
    drawn.push(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont] as const));
  }
  return drawn;
}

function textsOf(kept: Readonly<Record<string, object>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]),
  );
}
