import { expect, test } from './admin.ts';
import { expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { openGroup } from './part-form.ts';

test('an admin adds a vehicle that parts name, explains a name, and mends what is told', async ({
  page,
  admin,
}) => {
  const stamp = Date.now().toString(36);
  const [part] = (await (await page.request.get('/api/parts?limit=1')).json()) as { _id: string }[];
  const id = part?._id ?? '';
  const before = (await admin.seePart(id)).fitments;
  const octavia = { make: 'Skoda', model: `Octavia ${stamp}`, yearFrom: 2013, yearTo: 2020 };
  const unbound = { engine: '', position: '', note: '', remark: '', source: '' } as const;
  await admin.edit(id, {
    fitments: [...before, { ...octavia, ...unbound, engine: '2.0 diesel', note: 'with towbar' }],
  });

  await page.goto('/dashboard/vehicles');
  const row = page.getByRole('row', { name: octavia.model });
  await expect(row).toContainText('1 part');
  await expectWorkable(page, 'coverage of vehicles');
  await row.getByRole('link', { name: `Add vehicle Skoda ${octavia.model}` }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(octavia.model);
  await expect(page.getByLabel('Built from')).toHaveValue('2013');
  await page.getByLabel('Engines').fill('2.0 TDI');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(page.getByText("'2.0 TDI' is no engine")).toBeVisible();
  await page.getByLabel('Engines').fill('1.4 petrol, 2,0 l diesel');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(
    main(page).getByText(`The shop knows the Skoda ${octavia.model} of 2013–2020 from now on.`),
  ).toBeVisible();
  await expect(row).toContainText('1.4 petrol, 2.0 diesel');
  await page.getByRole('link', { name: 'Coverage' }).click();
  await expect(page.getByRole('heading', { name: 'Vehicles', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  // What a supplier calls it is another name of it.
  await admin.edit(id, {
    fitments: [...before, { ...octavia, ...unbound, model: `O3 ${stamp}` }],
  });
  await page.reload();
  await page.getByRole('link', { name: `Is another name: Skoda O3 ${stamp}` }).press('Enter');
  await expect(page.getByLabel('Model in the list')).toHaveValue(`O3 ${stamp}`);
  await page.getByRole('combobox', { name: 'means make' }).fill('Skoda');
  await page.getByRole('combobox', { name: 'means model' }).fill(octavia.model);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    main(page).getByText(
      `Parts for the Skoda O3 ${stamp} are for the Skoda ${octavia.model} within a minute.`,
    ),
  ).toBeVisible();
  // The next name begins with empty fields.
  await expect(page.getByRole('combobox', { name: 'means make' })).toHaveValue('');
  await page.getByRole('button', { name: `Delete Skoda O3 ${stamp}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('row', { name: `O3 ${stamp}` })).toHaveCount(0);

  await page.getByRole('link', { name: 'Added vehicles' }).click();
  await page.getByRole('button', { name: `Delete Skoda ${octavia.model}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(row).toHaveCount(0);
  await admin.edit(id, { fitments: before });
});

test('engine, position and condition of a vehicle are entered by hand, and shown to buyers', async ({
  page,
  admin,
}) => {
  const [, part] = (await (await page.request.get('/api/parts?limit=2')).json()) as {
    _id: string;
  }[];
  const id = part?._id ?? '';
  const before = (await admin.seePart(id)).fitments;
  await page.goto(`/dashboard/manage-products/${id}`);
  // Open already where the part names vehicles.
  if (before.length === 0) await openGroup(page, 'Vehicles');
  await page.getByRole('button', { name: 'Add vehicle' }).press('Enter');
  const vehicle = page.getByRole('group', { name: `Vehicle ${before.length + 1}` });
  await vehicle.getByRole('combobox', { name: 'Make' }).fill('vw');
  await vehicle.getByRole('combobox', { name: 'Model' }).fill('golf');
  await vehicle.getByLabel('From').fill('2015');
  await vehicle.getByLabel('To', { exact: true }).fill('2017');
  await vehicle.getByLabel('Engine').fill('2.0 TDI');
  await vehicle.getByLabel('Position').selectOption('front left');
  await vehicle.getByLabel('Only if').fill('with sports brakes');
  await vehicle.getByLabel('Remark').fill('with sensors');
  await vehicle.getByLabel('Source').fill('the catalogue of 2026');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText("Must be an engine such as '2.0 L4 petrol'")).toBeVisible();
  await vehicle.getByLabel('Engine').fill('2,0 l Diesel');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Product saved.').first()).toBeVisible();
  expect((await admin.seePart(id)).fitments).toContainEqual({
    make: 'Volkswagen',
    model: 'Golf',
    yearFrom: 2015,
    yearTo: 2017,
    engine: '2.0 diesel',
    position: 'front left',
    note: 'with sports brakes',
    remark: 'with sensors',
    source: 'the catalogue of 2026',
  });
  await page.goto(`/parts/${id}`);
  await expect(
    page.getByText('2.0 diesel · front left · with sports brakes').first(),
  ).toBeAttached();
  await admin.edit(id, { fitments: before });
});
