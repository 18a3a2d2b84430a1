import { texts } from '#contract/texts.ts';
import { expectReadable, expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { ask, partsInList, searchBox, suggestions } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';
import { reach } from './keyboard.ts';

const disc = 'Brake disc, front, vented, drilled 312 mm';

test.describe('a buyer who searches', () => {
  test('finds a part in spite of a typing error, and is told what was searched for', async ({
    page,
  }) => {
    await page.goto('/blog');
    await searchBox(page).fill('brkae disc');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL(/\/parts\?q=brkae\+disc$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(partsInList(page).first().getByRole('heading')).toHaveText(/^Brake disc/);
    await expect(main(page).getByText('Showing brake disc.')).toBeVisible();
    await expect(searchBox(page)).toHaveValue('brkae disc');
  });

  test('finds a part by its OE number with dashes, and reads why it was found', async ({
    page,
  }) => {
    await page.goto('/parts?q=8a0-319-812');
    await expect(partsInList(page)).toHaveCount(1);
    await expect(partsInList(page).getByRole('heading')).toHaveText(disc);
    await expect(partsInList(page)).toContainText('OE number 8A0 319 812 (Volkswagen)');
  });

  test('says the vehicle among the words, and sees it understood', async ({ page }) => {
    await page.goto('/parts?q=vw+golf+2015+brake+disc');
    await expect(page.getByRole('list', { name: 'Understood' })).toContainText(
      'Volkswagen Golf 2015',
    );
    await expect(partsInList(page).first().getByRole('heading')).toHaveText(disc);
  });

  test('narrows a list by facets, takes one away again, and Back comes to the same place', async ({
    page,
  }) => {
    await page.goto('/parts');
    await expectAlive(page);
    const facets = page.getByRole('complementary', { name: 'Filters' });
    const total = main(page).getByRole('status').first();
    await facets.getByRole('link', { name: /^Braking/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Braking');
    await facets.getByRole('link', { name: /^Brake disc/ }).click();
    await facets
      .getByRole('region', { name: 'Axle' })
      .getByRole('link', { name: /^Front/ })
      .click();
    await expect(page).toHaveURL('/parts?category=braking&type=brake-disc&a=axle%3AFront');
    const chips = page.getByRole('list', { name: 'Chosen filters' });
    await expect(chips).toContainText('Front');
    const narrowed = await total.innerText();
    await facets.getByLabel('Diameter, mm, from').fill('300');
    await facets.getByLabel('Diameter, mm, from').press('Enter');
    await expect(page).toHaveURL(/&a=dia%3A300\.\.$/);
    await expect(total).not.toHaveText(narrowed);
    await expect(chips).toContainText('Diameter from 300 mm');
    await chips.getByRole('link', { name: /Diameter/ }).click();
    await expect(total).toHaveText(narrowed);
    await chips.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/parts');
    await expect(chips).toHaveCount(0);

    await page.getByRole('link', { name: 'Next page' }).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await partsInList(page).last().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/parts\/[a-z0-9-]+-[\da-f]{12}$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const kept = await page.evaluate(() => history.length);
    await page.goBack();
    await expect(partsInList(page)).toHaveCount(24);
    expect(await page.evaluate(() => history.length)).toBe(kept);
    await expect
      .poll(() => page.evaluate((was) => Math.abs(window.scrollY - was), before))
      .toBeLessThan(400);
  });

  test('pages forth and back with the range in sight', async ({ page }) => {
    await page.goto('/parts?category=braking');
    const pages = page.getByRole('navigation', { name: 'Pages of the list' });
    await expect(pages).toContainText(/^1 to 24 of \d+/);
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect(pages).toContainText(/^25 to 48 of \d+/);
    await pages.getByRole('link', { name: 'Previous page' }).click();
    await expect(page).toHaveURL('/parts?category=braking');
    await expect(pages).toContainText(/^1 to 24 of \d+/);
  });

  test('who finds nothing is led on', async ({ page }) => {
    await page.goto('/parts?q=brake+disc+golf+1950');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No part matches all of it');
    await expectReadable(page);
    await expect(page.getByRole('heading', { name: 'Or go by shelf' })).toBeVisible();
    await page
      .getByRole('list', { name: 'Nearby searches' })
      .getByRole('link', { name: /1950 left out/ })
      .click();
    await expect(page).toHaveURL('/parts?q=brake+disc');
    await expect(partsInList(page).first().getByRole('heading')).toHaveText(/^Brake disc/);
  });
});

test.describe('the table', () => {
  test('is sorted, and a part ordered from it, by keyboard alone', async ({ page }) => {
    await page.goto('/parts?category=braking&type=brake-disc');
    await expectAlive(page);
    await reach(page, page.getByRole('link', { name: 'Table', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/view=table$/);
    const table = page.getByRole('table', { name: 'Table of parts' });
    await expect(table.getByRole('row')).not.toHaveCount(0);
    const price = table.getByRole('columnheader', { name: '$ / pice' });
    await reach(page, price.getByRole('link'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sort=price/);
    await expect(price).toHaveAttribute('aria-sort', 'ascending');
    const prices = await table.locator('tbody strong').allInnerTexts();
    const dollars = prices.map((text) => Number(text.slice(1)));
    expect(dollars).toEqual(dollars.toSorted((one, other) => one - other));
    const order = table.getByRole('link', { name: new RegExp(`^${texts.purchaseNow}`) }).first();
    await reach(page, order);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(main(page)).toContainText(/To order .+ for \$\d+\.\d{2} per piece/);
  });

  test('shows twelve rows, and the cards six prices, in the first window of a desk', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const inWindow = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll(
          (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
        );
    await page.goto('/parts?view=table');
    await expect(page.getByRole('table')).toBeVisible();
    expect(await inWindow('tbody tr')).toBeGreaterThanOrEqual(12);
    await page.goto('/parts?q=brkae+disc');
    await expect(partsInList(page).first()).toBeVisible();
    expect(await inWindow('main li h3 ~ p.text-lg')).toBeGreaterThanOrEqual(6);
  });

  for (const width of [1024, 1280])
    test(`has each head above its column at ${width} px, and names that can be read`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/parts?type=brake-disc&view=table');
      const [head = [], row = []] = await page.getByRole('row').evaluateAll((rows) =>
        rows.slice(0, 2).map(({ children }) =>
          [...children].flatMap((cell) => {
            const { left, top, bottom, width: wide } = cell.getBoundingClientRect();
            return wide > 0 ? [{ left, top, bottom, wide }] : [];
          }),
        ),
      );
      expect(head.length).toBeGreaterThan(6);
      expect(head.map(({ left }) => left)).toEqual(row.map(({ left }) => left));
      expect(head[0]?.bottom).toBeLessThanOrEqual(row[0]?.top ?? 0);
      expect(row[1]?.wide).toBeGreaterThan(120);
    });

  test('can be read and worked, on a phone as cards', async ({ page }) => {
    await page.goto('/parts?type=brake-disc&view=table');
    await expect(page.getByRole('table')).toBeVisible();
    await expectReadable(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectWorkable(page, 'the table on a phone');
  });
});

test.describe('suggestions', () => {
  test('of the home page lie over what is below its picture', async ({ page }) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const box = main(page).getByRole('combobox', { name: 'Search parts' });
      await ask(page, 'brake di', box);
      const last = suggestions(page)
        .getByRole('group', { name: 'Parts' })
        .getByRole('option')
        .last();
      await last.evaluate((option) => scrollBy(0, option.getBoundingClientRect().bottom - 700));
      await expect(last).toBeInViewport({ ratio: 1 });
      const isOnTop = await last.evaluate((option) => {
        const { x, y, width: its, height } = option.getBoundingClientRect();
        return option.contains(document.elementFromPoint(x + its / 2, y + height / 2));
      });
      expect(isOnTop, String(width)).toBe(true);
    }
  });

  test('come while somebody types, are gone through by keyboard, and can be read', async ({
    page,
  }) => {
    await page.goto('/blog');
    await ask(page, 'brkae disc');
    const box = searchBox(page);
    const options = suggestions(page).getByRole('option');
    await expect(suggestions(page).getByRole('group').first()).toContainText('Showing brake disc');
    await expect(suggestions(page).getByRole('group', { name: 'Parts' })).toContainText('$42.00');
    await expect(suggestions(page).getByRole('group', { name: 'In categories' })).toContainText(
      /Brake disc\s*\d+/,
    );
    await expect(page.getByRole('banner').getByRole('status')).toHaveText(/^\d+ suggestions$/);
    await expectReadable(page, 'suggestions');

    const count = await options.count();
    await box.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await options.first().getAttribute('id')) ?? '',
    );
    await box.press('End');
    await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true');
    await box.press('Home');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await box.press('Escape');
    await expect(suggestions(page)).toHaveCount(0);
    await expect(box).toHaveValue('brkae disc');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Brake disc/);
    await expect(page).toHaveURL(/\/parts\/brake-disc/);
    await expect(suggestions(page)).toHaveCount(0);
  });

  test('are asked for one at a time, and answers to earlier words are dropped', async ({
    page,
  }) => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    await page.route('**/api/suggestions*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
      await new Promise<void>((resolve) => void answers.push(resolve));
      await route.continue().catch(() => undefined);
    });
    await page.goto('/blog');
    await expectAlive(page);
    await searchBox(page).pressSequentially('oil');
    await expect.poll(() => asked).toEqual(['oil']);
    await searchBox(page).fill('spark plug');
    await expect.poll(() => asked).toEqual(['oil', 'spark plug']);
    for (const answer of answers) answer();
    await expect(suggestions(page)).toContainText('Spark plug');
    await expect(suggestions(page)).not.toContainText('Oil');
  });

  test('are reached by / from anywhere on a page, but not while somebody types', async ({
    page,
  }) => {
    await page.goto('/login');
    await expectAlive(page);
    await page.getByLabel('Email').focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused();
    await expect(searchBox(page)).toHaveValue('');
  });
});

test.describe('the home page', () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    test(`has its own box, and the header's comes when that is out of sight: ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await expectAlive(page);
      await expect(searchBox(page)).toBeHidden();
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.getByRole('heading', { name: texts.allOurParts }).scrollIntoViewIfNeeded();
      await expect(searchBox(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(tall);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(searchBox(page)).toBeHidden();
      const own = main(page).getByRole('combobox', { name: 'Search parts' });
      await own.fill('oil filter');
      await main(page).getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(/\/parts\?q=oil\+filter$/);
      await expect(searchBox(page)).toHaveValue('oil filter');
    });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('filters open as a sheet and narrow the list; suggestions follow a tap', async ({
    page,
  }) => {
    await page.goto('/parts?category=braking');
    await expectAlive(page);
    await page.getByRole('button', { name: 'Filters' }).tap();
    const sheet = page.getByRole('complementary', { name: 'Filters' });
    await expect(sheet).toBeVisible();
    await expectWorkable(page, 'the sheet of filters');
    await sheet.getByRole('link', { name: /^In stock/ }).tap();
    await expect(page).toHaveURL('/parts?category=braking&stock=yes');
    await sheet.getByRole('button', { name: /^Show \d+ parts$/ }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText('In stock');
    expect(
      await searchBox(page).evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize)),
    ).toBeGreaterThanOrEqual(16);
    await ask(page, '8a0-319-812');
    await expectWorkable(page, 'suggestions on a phone');
    await suggestions(page).getByRole('option', { name: disc }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(disc);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is found, narrowed, sorted and paged all the same', async ({ page }) => {
    // A list that was not there at once is filled in by a script, so without scripts the page is loaded again.
    const load = (act: () => Promise<unknown>) =>
      expect(async () => {
        await act();
        await expect(partsInList(page).first()).toBeVisible({ timeout: 500 });
      }).toPass();
    await page.goto('/');
    const own = main(page).getByRole('combobox', { name: 'Search parts' });
    await own.fill('brake disc');
    await own.press('Enter');
    await expect(page).toHaveURL(/\/parts\?q=brake\+disc$/);
    await load(() => page.reload());
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await facets.getByRole('link', { name: /^Brake disc/ }).click();
    await load(() => page.reload());
    await facets.getByLabel('Diameter, mm, from').fill('300');
    await facets.getByRole('button', { name: 'Set Diameter, mm' }).click();
    await expect(page).toHaveURL(/from\.dia=300/);
    await load(() => page.reload());
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText(
      'Diameter from 300 mm',
    );
    await page.getByLabel('Sort').selectOption('price');
    await page.getByRole('button', { name: 'Sort' }).click();
    await load(() => page.reload());
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await expect(page).toHaveURL(
      '/parts?q=brake+disc&type=brake-disc&a=dia%3A300..&sort=price&view=table',
    );
    await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0);
    await page.goto('/parts');
    await facets.getByLabel('Make').selectOption('Volkswagen');
    await facets.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/make=Volkswagen/);
    await facets.getByLabel('Model').selectOption('Golf');
    await facets.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/model=Golf/);
  });
});
