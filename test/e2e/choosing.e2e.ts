import type { Locator, Page } from '@playwright/test';
import { axeFaults, expectReadable } from './axe-faults.ts';
import { addressOf } from './address-of.ts';
import { main } from './checkout.ts';
import { cutTexts } from './cut-texts.ts';
import { partsInList, searchBox } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';
import { reach } from './keyboard.ts';
import { typedVins } from './typed-vins.ts';
import { chooser, tool } from './vehicle-tool.ts';

const { accord } = typedVins;

const finder = (page: Page): Locator => page.getByRole('form', { name: 'Find parts by vehicle' });

/** Chooses in a list as soon as it offers that. */
async function choose(form: Locator, field: string, value: string): Promise<void> {
  await expect(async () => {
    await form.getByLabel(field).selectOption(value, { timeout: 1000 });
    await expect(form.getByLabel(field)).toHaveValue(value, { timeout: 500 });
  }).toPass();
}

async function chooseGolf(form: Locator): Promise<void> {
  await choose(form, 'Make', 'Volkswagen');
  await choose(form, 'Model', 'Golf');
  await choose(form, 'Year', '2016');
}

test.describe('a vehicle', () => {
  test('is chosen on the home page, leads to its parts, and is remembered', async ({ page }) => {
    await page.goto('/');
    await expectAlive(page);
    await chooseGolf(finder(page));
    const show = finder(page).getByRole('button', { name: /^Show \d+ parts$/ });
    await expect(show).toBeVisible();
    const count = /\d+/.exec(await show.innerText())?.[0] ?? '';
    await show.click();
    await expect(page).toHaveURL('/parts?make=Volkswagen&model=Golf&year=2016');
    await expect(main(page).getByRole('status').first()).toHaveText(
      `${count} parts for your vehicle`,
    );
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Volkswagen Golf 2016');

    await page.goto('/');
    await expect(finder(page).getByLabel('Year')).toHaveValue('2016');
    await page.reload();
    await expect(finder(page).getByLabel('Model')).toHaveValue('Golf');
    const parts = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Parts' });
    await expect(parts).toHaveAttribute(
      'href',
      '/parts?make=Volkswagen&model=Golf&year=2016&fit=first',
    );
    const golf = 'make=Volkswagen&model=Golf&year=2016&fit=first';
    await page.goto(await addressOf(page, '/parts/PART'));
    const steps = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
    await expect(steps.first()).toHaveAttribute('href', `/parts?${golf}`);
    await expect(steps.nth(1)).toHaveAttribute('href', new RegExp(`\\?category=[^&]+&${golf}$`));
    // What the server wrote is the same for everybody.
    expect(await (await page.request.get(page.url())).text()).not.toContain('fit=first');

    await page.goto('/parts');
    const remembered = page.getByRole('link', { name: 'Show parts for Volkswagen Golf 2016' });
    await remembered.click();
    await expect(page).toHaveURL('/parts?make=Volkswagen&model=Golf&year=2016');
  });

  test('is chosen by its year first, on the home page and beside the list', async ({ page }) => {
    await page.goto('/');
    await expectAlive(page);
    const all = await finder(page).getByLabel('Make').getByRole('option').count();
    await choose(finder(page), 'Year', '2004');
    await expect
      .poll(() => finder(page).getByLabel('Make').getByRole('option').count())
      .toBeLessThan(all);
    await page.goto('/parts');
    await expectAlive(page);
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await choose(facets, 'Year', '2016');
    await expect(page).toHaveURL('/parts');
    await choose(facets, 'Make', 'Volkswagen');
    await expect(page).toHaveURL('/parts?make=Volkswagen&year=2016');
    await choose(facets, 'Model', 'Golf');
    await expect(page).toHaveURL('/parts?make=Volkswagen&model=Golf&year=2016');
    await expect(partsInList(page).first()).toBeVisible();
  });

  test('is chosen, changed and forgotten from the header, by keyboard alone', async ({ page }) => {
    await page.goto('/blog');
    await expectAlive(page);
    await reach(page, tool(page));
    await page.keyboard.press('Enter');
    await expect(chooser(page)).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    await reach(page, chooser(page).getByLabel('Make'));
    await page.keyboard.type('Volks');
    await expect(chooser(page).getByLabel('Make')).toHaveValue('Volkswagen');
    await expect(
      chooser(page).getByLabel('Model').getByRole('option', { name: 'Golf', exact: true }),
    ).toHaveCount(1);
    await reach(page, chooser(page).getByRole('button', { name: 'Use this vehicle' }));
    await page.keyboard.press('Enter');
    await expect(chooser(page)).toBeHidden();
    await expect(page.getByText('Your vehicle is now Volkswagen.').first()).toBeAttached();
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Volkswagen');
    // What has its room for a vehicle's sake has it from now on, and until it is forgotten.
    const whole = page.locator('html');
    await expect(whole).toHaveAttribute('data-vehicle');
    await tool(page).press('Enter');
    await chooser(page).getByRole('button', { name: 'Forget it' }).press('Enter');
    await expect(whole).not.toHaveAttribute('data-vehicle');
    await expect(tool(page)).toHaveAccessibleName('Choose your vehicle');
    await tool(page).press('Enter');
    await page.keyboard.press('Escape');
    await expect(chooser(page)).toBeHidden();
  });

  test('typed into the search is remembered, is said, and can be taken back', async ({ page }) => {
    await page.goto('/');
    await expectAlive(page);
    await choose(finder(page), 'Make', 'Audi');
    await finder(page).getByRole('button', { name: /^Show/ }).click();
    await expect(page).toHaveURL('/parts?make=Audi');
    // No engine of a Golf of 2015 is known: those of its other years are meant.
    await searchBox(page).fill('vw golf 2015 2.0');
    await searchBox(page).press('Enter');
    await expect(tool(page)).toHaveAccessibleName(/^Your vehicle: Volkswagen Golf 2015, 2\.0/);
    await main(page).getByRole('button', { name: 'Undo' }).click();
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Audi');
    await searchBox(page).fill('vw golf 2016 2.0 diesel');
    await searchBox(page).press('Enter');
    const golf = 'Volkswagen Golf 2016, 2.0 4-cylinder diesel';
    await expect(main(page).getByText(`Your vehicle is now ${golf}.`)).toBeVisible();
    await expect(tool(page)).toHaveAccessibleName(`Your vehicle: ${golf}`);
    await expect(page).toHaveURL(/q=vw\+golf\+2016\+2\.0\+diesel.*make=Volkswagen&model=Golf/);
    await main(page).getByRole('button', { name: 'Undo' }).click();
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Audi');
    // Whoever comes back by a link has typed nothing.
    await page.goto('/parts?q=vw+golf+2016');
    await expectAlive(page);
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Audi');
  });

  test('typed into the search is said only until another one is chosen', async ({
    page,
    context,
  }) => {
    const said = (vehicle: string) => main(page).getByText(`Your vehicle is now ${vehicle}.`);
    const undo = main(page).getByRole('button', { name: 'Undo' });
    await page.goto('/parts');
    await expectAlive(page);
    await searchBox(page).fill('vw golf 2016');
    await searchBox(page).press('Enter');
    await expect(said('Volkswagen Golf 2016')).toBeVisible();
    await tool(page).click();
    await chooser(page).getByRole('button', { name: 'Forget it' }).click();
    await expect(tool(page)).toHaveAccessibleName('Choose your vehicle');
    await expect(undo).toBeHidden();
    // The same by hand is none that was typed.
    await tool(page).click();
    await chooseGolf(chooser(page));
    await chooser(page).getByRole('button', { name: 'Use this vehicle' }).click();
    await expect(page).toHaveURL(/q=vw\+golf\+2016&make=Volkswagen&model=Golf&year=2016/);
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Volkswagen Golf 2016');
    await expect(undo).toBeHidden();

    for (const [typed, vehicle] of [
      ['honda accord 2003', 'Honda Accord 2003'],
      ['vw golf 2016', 'Volkswagen Golf 2016'],
    ] as const) {
      await searchBox(page).fill(typed);
      await searchBox(page).press('Enter');
      await expect(said(vehicle)).toBeVisible();
    }
    const otherTab = await context.newPage();
    await otherTab.goto('/');
    await expectAlive(otherTab);
    await choose(finder(otherTab), 'Make', 'Audi');
    await finder(otherTab).getByRole('button', { name: /^Show/ }).click();
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Audi');
    await expect(undo).toBeHidden();
  });

  test('with long names can be read in full on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expectAlive(page);
    const whole = async (form: Locator) => {
      await choose(form, 'Make', 'Volkswagen');
      await expect(
        form.getByLabel('Model').getByRole('option', { name: 'Atlas Cross Sport' }),
      ).toBeAttached();
      expect(await cutTexts(form.getByLabel('Model'))).toEqual([]);
      await choose(form, 'Make', 'Kia');
      await choose(form, 'Model', 'Optima');
      await choose(form, 'Year', '2020');
      await choose(form, 'Engine', '2.0 4-cylinder electric');
      for (const field of ['Make', 'Model', 'Year', 'Engine'])
        expect(await cutTexts(form.getByLabel(field))).toEqual([]);
    };
    await whole(finder(page));
    await tool(page).click();
    await whole(chooser(page));
  });

  test('fits on a phone, in any colours, with large text', async ({ page }) => {
    await page.goto('/');
    await expectAlive(page);
    await chooseGolf(finder(page));
    await finder(page)
      .getByRole('button', { name: /^Show \d/ })
      .click();
    await page.goto('/');
    await expect(finder(page).getByLabel('Year')).toHaveValue('2016');
    await expectReadable(page, 'the home page with a vehicle');
    await page.setViewportSize({ width: 390, height: 844 });
    const box = await page.getByRole('banner').boundingBox();
    expect(box?.height).toBeLessThanOrEqual(66);
    await tool(page).click();
    await expect(chooser(page)).toBeVisible();
    await expectReadable(page, 'the chooser');
  });
});

test.describe('a VIN', () => {
  /** Everything that the browser asks for by an address. */
  function addressesOf(page: Page): string[] {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    return asked;
  }

  async function ask(page: Page, vin: string): Promise<void> {
    await chooser(page).getByLabel('Or its VIN').fill(vin);
    await chooser(page).getByRole('button', { name: 'Look it up' }).click();
  }

  test('is posted from its box and sets the vehicle', async ({ page }) => {
    const asked = addressesOf(page);
    await page.goto('/blog');
    await expectAlive(page);
    await tool(page).click();
    await ask(page, accord.toLowerCase());
    await expect(
      chooser(page).getByText('It is: Honda Accord 2003, V6 petrol, Coupe.'),
    ).toBeVisible();
    await expect(chooser(page).getByText('check digit')).toBeHidden();
    await expect(chooser(page).getByLabel('Model')).toHaveValue('Accord');
    await expectReadable(page, 'a VIN of one vehicle');
    await chooser(page).getByRole('button', { name: 'Use this one' }).click();
    await expect(tool(page)).toHaveAccessibleName('Your vehicle: Honda Accord 2003, V6 petrol');
    expect(asked.join('\n').toUpperCase()).not.toContain(accord);
  });

  test('with a wrong digit warns, of a make alone begins the choice, of nobody says so', async ({
    page,
  }) => {
    await page.goto('/blog');
    await expectAlive(page);
    await tool(page).click();
    await ask(page, typedVins.accordWithWrongDigit);
    await expect(chooser(page).getByText('Its check digit is not right')).toBeVisible();
    await expectReadable(page, 'a VIN with a wrong digit');
    await ask(page, typedVins.golf);
    await expect(
      chooser(page).getByText('It says only: Volkswagen. Choose the rest.'),
    ).toBeVisible();
    await expect(chooser(page).getByLabel('Make')).toHaveValue('Volkswagen');
    await expect(chooser(page).getByLabel('Year')).toHaveValue('');
    await ask(page, typedVins.ofNobody);
    await expect(chooser(page).getByText('We know no vehicle by this VIN.')).toBeVisible();
    await expectReadable(page, 'a VIN of nobody');
  });

  test.describe('that is none', () => {
    test.use({ expectedStatuses: [422] });
    test('is refused in its box', async ({ page }) => {
      await page.goto('/blog');
      await expectAlive(page);
      await tool(page).click();
      await ask(page, typedVins.accordWithWrongLetter);
      await expect(chooser(page).getByText('never I, O or Q')).toBeVisible();
      await expectReadable(page, 'a VIN that is none');
    });
  });

  // A Mercedes-Benz from Germany, whose manufacturer builds Maybachs, too.
  test('that may be several vehicles is asked about', async ({ page }) => {
    await page.goto('/blog');
    await expectAlive(page);
    await tool(page).click();
    await ask(page, typedVins.maybachOrMercedes);
    await expect(chooser(page).getByRole('button', { name: 'Maybach' })).toBeVisible();
    await expectReadable(page, 'a VIN that may be several vehicles');
    await chooser(page).getByRole('button', { name: 'Mercedes-Benz' }).click();
    await expect(chooser(page).getByLabel('Make')).toHaveValue('Mercedes-Benz');
    await expect(chooser(page).getByLabel('Year')).toHaveValue('');
  });

  test('typed into a search box is posted instead, and is in no address', async ({ page }) => {
    const asked = addressesOf(page);
    await page.goto('/');
    await expectAlive(page);
    const hero = page.getByRole('search', { name: 'Parts, from the home page' });
    await hero.getByRole('combobox').fill(accord);
    await hero.getByRole('combobox').press('Enter');
    await expect(chooser(page).getByText('It is: Honda Accord 2003')).toBeVisible();
    await chooser(page).getByRole('button', { name: 'Close' }).click();
    await expect(hero.getByRole('combobox')).toHaveValue('');
    await page.goto('/blog');
    await expectAlive(page);
    // Slowly, so that suggestions are asked for meanwhile.
    await searchBox(page).pressSequentially(`brake disc ${accord}`, { delay: 250 });
    expect(asked.filter((address) => /suggestions.*1HGCM/.test(address))).not.toEqual([]);
    await searchBox(page).press('Enter');
    await expect(chooser(page).getByText('It is: Honda Accord 2003')).toBeVisible();
    await expect(page).toHaveURL('/blog');
    expect(asked.filter((address) => address.includes(accord.slice(0, 11)))).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(accord);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a vehicle is chosen by make and year, then further beside the list', async ({ page }) => {
    await page.goto('/blog');
    await tool(page).click();
    await expect(page).toHaveURL('/#vehicle');
    await finder(page).getByLabel('Make').selectOption('Volkswagen');
    await finder(page).getByLabel('Year').selectOption('2016');
    await finder(page).getByRole('button', { name: 'Show parts' }).click();
    await expect(page).toHaveURL(/make=Volkswagen&model=&year=2016/);
    const facets = page.getByRole('complementary', { name: 'Filters' });
    await facets.getByLabel('Model').selectOption('Golf');
    await facets.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/make=Volkswagen&model=Golf&year=2016/);
    await expect(partsInList(page).first()).toBeVisible();
  });

  test('a VIN that is searched for is dropped, and the page says so', async ({ page }) => {
    await page.goto('/blog');
    await searchBox(page).fill(accord);
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/parts#vin-note');
    await expect(
      main(page).getByText('A VIN is not searched for, and was not kept.'),
    ).toBeVisible();
    expect(await page.content()).not.toContain(accord);
  });
});

test('the note that a VIN is not searched for can be read by everybody', async ({ page }) => {
  await page.goto('/parts#vin-note');
  await expectAlive(page);
  await expect(main(page).getByText('A VIN is not searched for, and was not kept.')).toBeVisible();
  await expectReadable(page, 'the note about a VIN');
});
