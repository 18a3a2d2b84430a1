import { expect, type Locator } from '@playwright/test';

/** Expects that only the named link is the current one, and that it looks different from the others, which look alike. */
export async function expectHighlighted(links: Locator, name: string): Promise<void> {
  await expect(links.and(links.page().locator('[aria-current="page"]'))).toHaveText([name]);
  const looks = await links.evaluateAll((all) =>
    all.map((link) => {
      const { color, backgroundColor, borderInlineStartColor, boxShadow } = getComputedStyle(link);
      return {
        current: link.ariaCurrent === 'page',
        look: [color, backgroundColor, borderInlineStartColor, boxShadow].join(' '),
      };
    }),
  );
  const others = looks.filter(({ current }) => !current).map(({ look }) => look);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(looks.find(({ current }) => current)?.look);
}
