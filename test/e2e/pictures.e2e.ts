import type { Page } from '@playwright/test';
import { addressOf } from './address-of.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';

/** A picture as it is shown, in pixels of the screen. */
interface Shown {
  readonly address: string;
  readonly offered: readonly number[];
  /** Of the file that the browser chose. */
  readonly width: number;
  /** How wide the file would be that fits exactly. */
  readonly needed: number;
}

const screens = [
  { width: 390, height: 844, scale: 1 },
  { width: 390, height: 844, scale: 2 },
  { width: 1280, height: 800, scale: 1 },
  { width: 1280, height: 800, scale: 2 },
] as const;

async function shownOn(page: Page): Promise<readonly Shown[]> {
  const pictures = page.getByRole('main').locator('img[srcset]:visible');
  await expect(pictures.first()).toBeVisible();
  for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
  return pictures.evaluateAll((all) =>
    Promise.all(
      (all as HTMLImageElement[]).map(async (picture) => {
        await picture.decode();
        const file = new Image();
        file.src = picture.currentSrc;
        await file.decode();
        const { width, height } = picture.getBoundingClientRect();
        const filled = Math.max(width, (height * file.naturalWidth) / file.naturalHeight);
        return {
          address: picture.currentSrc,
          offered: picture.srcset.split(', ').map((one) => Number(/ (\d+)w$/.exec(one)?.[1])),
          width: file.naturalWidth,
          needed: filled * devicePixelRatio,
        };
      }),
    ),
  );
}

function expectToFit({ address, offered, width, needed }: Shown): void {
  const told = `${address}: ${width}, where ${Math.round(needed)} are shown`;
  // The file is as wide as the page says.
  expect(offered, told).toContain(width);
  // A pixel for rounding. There may be no larger or smaller one.
  if (width < Math.max(...offered)) expect(width, told).toBeGreaterThanOrEqual(needed - 1);
  if (width > Math.min(...offered)) expect(width, told).toBeLessThanOrEqual(2 * needed + 1);
}

const pages = {
  home: () => '/',
  'the list of parts': () => '/parts',
  'a part': (page: Page) => addressOf(page, '/parts/PART'),
};

for (const { width, height, scale } of screens)
  test(`pictures fit ${width} pixels at scale ${scale}`, async ({ browser }) => {
    for (const pathOf of Object.values(pages)) {
      // Each in a browser of its own: it would take a larger file that it has already.
      const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
      await page.goto(await pathOf(page));
      await expectAlive(page);
      for (const shown of await shownOn(page)) expectToFit(shown);
      await page.close();
    }
  });

/** How many pictures come first on each page. */
const firstOnes = { home: 1, 'the list of parts': 2, 'a part': 1 } as const;

for (const [name, pathOf] of Object.entries(pages))
  test(`the head of ${name} asks for the first pictures, and the others wait`, async ({ page }) => {
    await page.goto(await pathOf(page));
    await expectAlive(page);
    const asked = await page
      .locator('head link[rel="preload"][as="image"]')
      .evaluateAll((links) => (links as HTMLLinkElement[]).map((link) => link.imageSrcset));
    const pictures = await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((all) =>
        (all as HTMLImageElement[]).map(({ srcset, loading, fetchPriority }) => ({
          srcset,
          loading,
          fetchPriority,
        })),
      );
    const first = pictures.slice(0, firstOnes[name as keyof typeof firstOnes]);
    expect(asked).toEqual(first.map(({ srcset }) => srcset));
    for (const picture of first) expect(picture.fetchPriority).toBe('high');
    for (const { loading } of pictures.slice(first.length)) expect(loading).toBe('lazy');
    expect(pictures.length).toBeGreaterThan(first.length);
  });
