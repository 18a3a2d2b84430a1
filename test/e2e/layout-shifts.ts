import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Holds back what the shop says of parts until this has been painted: a busy shop sends a list after its page. Answers when that was, on the page's own clock.
 */
export async function openWith(page: Page, address: string, shown: Locator): Promise<number> {
  const { promise: painted, resolve: letThrough } = Promise.withResolvers<undefined>();
  await page.route('**/api/fits?*', async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto(address);
  await expect(shown).toBeVisible();
  const since = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      }),
  );
  letThrough(undefined);
  return since;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Element | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Expects that what is seen has not moved by itself since then. What has moved is told. */
export async function expectStill(page: Page, since: number): Promise<void> {
  const shifts = await page.evaluate(
    (from) =>
      new Promise<{ value: number; what: string }[]>((resolve) => {
        const seen: { value: number; what: string }[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
            if (startTime < from) continue;
            const moved = sources.map(({ node, previousRect, currentRect }) =>
              [
                node?.outerHTML?.slice(0, 80) ?? node?.textContent,
                previousRect.x,
                previousRect.y,
                'to',
                currentRect.x,
                currentRect.y,
              ].join(' '),
            );
            seen.push({ value, what: `${value} at ${startTime}: ${moved.join('; ')}` });
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)));
      }),
    since,
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, shifts.map(({ what }) => what).join('\n')).toBeLessThan(0.01);
}
