import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What axe finds wrong with a page, a line for each rule. Without transitions, because half-way through one, colours have too
 * little contrast.
 */
export async function axeFaults(page: Page, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Asked again and again: the promise of a transition whose element goes meanwhile may be pending for ever.
  await expect.poll(() => page.evaluate(countTransitions), { intervals: [50, 100, 200] }).toBe(0);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** What runs and will be over: not what waits, or goes on for ever. */
function countTransitions(): number {
  return document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length;
}

/** How far what is on a page stands out of it sideways, in CSS pixels. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The rules that a scheme of colours can break. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Widths of a window and sizes of its text, in CSS pixels: a narrow phone; a phone and a desk with text twice as large. */
const windows = [
  [320, 16],
  [390, 32],
  [1280, 32],
] as const;

/** A page that everybody can read and work, in light and dark colours, on narrow windows and with large text. */
export async function expectReadable(page: Page, sight = 'this page'): Promise<void> {
  expect(await axeFaults(page), sight).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaults(page, ofColours), `${sight}, dark`).toEqual([]);
  const before = page.viewportSize();
  const browser = await page.context().newCDPSession(page);
  for (const [width, text] of [...windows, [before?.width ?? 1280, 16]] as const) {
    await page.setViewportSize({ width, height: before?.height ?? 720 });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: text } });
    // Once it has settled at its new width.
    await expect
      .poll(() => overhang(page), `${sight}, ${width} px wide, text of ${text} px`)
      .toBe(0);
  }
}

/** Expects that axe finds nothing, and that the page does not scroll sideways. */
export async function expectWorkable(page: Page, sight: string): Promise<void> {
  expect(await axeFaults(page), sight).toEqual([]);
  expect(await overhang(page), sight).toBe(0);
}
