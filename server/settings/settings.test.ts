import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sandboxes } from '#server/start/third-party-config.ts';
import { startShop } from '#test/harness.ts';
import { startMailServer } from '#test/mail-server.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { freshDatabase } from '#test/database.ts';
import { copiedTables } from '#server/db/copy-tables.ts';

const database = await freshDatabase();
const kept = { db: database.db, pool: database.pool, close: async () => undefined };
const shop = await useShop({ database: kept });
const admin = await shop.person('Ada', { role: 'admin' });
afterAll(() => database.close());

const originals = {
  contact: { email: 'hello@shop.test', phone: '+1 555-0100', street: '1 Test Street, Testland' },
  saleBanner: {
    shown: true,
    offer: '30% off',
    title: 'Under the hood sale',
    button: 'Shop Now',
    target: '',
  },
};
const ours = { email: 'parts@garage.example', phone: '+49 (30) 123-45', street: '2 Yard' };
const winter = {
  shown: true,
  offer: '10% off',
  title: 'Winter tyres & more',
  button: 'Look',
  target: '/parts?category=tyres',
};

beforeEach(async () => {
  await shop.db.deleteFrom('shop_settings').execute();
  await shop.settings.refresh();
});

const save = (block: 'contact' | 'sale-banner', body: unknown, as = admin) =>
  shop.request('PUT', `/api/admin/settings/${block}`, { as, body });
const shownBy = async (copy: Pick<typeof shop, 'request'> = shop) => {
  const { contact, saleBanner } = (await copy.request('GET', '/api/site')).body;
  return { contact, saleBanner };
};
const audited = async () =>
  (await shop.request('GET', '/api/admin/audit?subject=settings', { as: admin })).body;

test("a shop that nobody has edited shows the operator's contact and the specification's banner, word by word", async () => {
  expect(await shownBy()).toEqual(originals);
  expect((await shop.request('GET', '/api/admin/settings', { as: admin })).body).toEqual({
    contact: { value: originals.contact, original: originals.contact, isOriginal: true },
    saleBanner: { value: originals.saleBanner, original: originals.saleBanner, isOriginal: true },
  });
});

test('what an admin saves is shown at once, wins over the environment, and is written down', async () => {
  const before = (await audited()).length;
  const edit = { seen: originals.contact, value: { ...ours, email: ' Parts@Garage.example ' } };
  expect(await save('contact', edit)).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect((await save('sale-banner', { seen: originals.saleBanner, value: winter })).status).toBe(
    200,
  );
  expect(await shownBy()).toEqual({ contact: ours, saleBanner: winter });
  expect((await audited()).slice(0, (await audited()).length - before)).toMatchObject([
    {
      action: 'shop settings edited',
      subjectName: 'Sale banner',
      before: originals.saleBanner,
      after: winter,
    },
    {
      action: 'shop settings edited',
      subjectName: 'Contact',
      before: originals.contact,
      after: ours,
    },
  ]);
});

test('the new contact stands in mails and in the refusal of a blocked account', async () => {
  await save('contact', { seen: originals.contact, value: ours });
  const buyer = await shop.person('Kim');
  const order = await shop.order(buyer, await samplePart(shop.db), 200);
  await shop.pay(buyer, order);
  const mails = (await shop.request('GET', '/api/dev/outbox')).body;
  expect(mails[0].text).toContain(ours.email);
  expect(mails[0].text).not.toContain(originals.contact.email);
});

test('the new contact stands in mails as they go out', async () => {
  const server = await startMailServer();
  const mailing = await startShop({ thirdParties: { ...sandboxes, mail: server.setup } });
  const as = await mailing.person('Ada', { role: 'admin' });
  const body = { seen: originals.contact, value: ours };
  await mailing.request('PUT', '/api/admin/settings/contact', { as, body });
  await mailing.order(await mailing.person('Kim'), await samplePart(mailing.db), 200);
  await mailing.everyMinute();
  const mail = server.arrived.find(({ subject }) => subject?.includes('waiting for payment'));
  for (const written of [mail?.text, mail?.html]) {
    expect(written).toContain(ours.email);
    expect(written).not.toContain(originals.contact.email);
  }
  await mailing.close();
  await server.stop();
});

test('sent twice it is done once, and the original comes back when it is asked for', async () => {
  const edit = { seen: originals.saleBanner, value: winter };
  const count = (await audited()).length;
  for (let time = 0; time < 2; time += 1)
    expect((await save('sale-banner', edit)).body).toEqual({ acknowledged: true });
  expect(await audited()).toHaveLength(count + 1);
  const back = { seen: winter, value: null };
  for (let time = 0; time < 2; time += 1)
    expect((await save('sale-banner', back)).body).toEqual({ acknowledged: true });
  expect(await shownBy()).toEqual(originals);
  expect(await audited()).toHaveLength(count + 2);
  const settings = (await shop.request('GET', '/api/admin/settings', { as: admin })).body;
  expect(settings.saleBanner.isOriginal).toBe(true);
});

test('an editor who has not seen what somebody else saved changes nothing, and is told what is there', async () => {
  await save('contact', { seen: originals.contact, value: ours });
  expect(
    await save('contact', { seen: originals.contact, value: { ...ours, street: '3 Yard' } }),
  ).toEqual(
    expect.objectContaining({
      status: 409,
      body: {
        acknowledged: false,
        error: 'settings_changed',
        message: 'Somebody else changed this in the meantime.',
        is: ours,
      },
    }),
  );
  expect((await shownBy()).contact).toEqual(ours);
});

test('of two who save at the same moment one is refused', async () => {
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((title) =>
      save('sale-banner', { seen: originals.saleBanner, value: { ...winter, title } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409,
  ]);
});

test.each([
  ['contact', { ...ours, email: 'nobody' }],
  ['contact', { ...ours, email: 'a@b.example\r\nBcc: c@d.example' }],
  ['contact', { ...ours, phone: 'call me' }],
  ['contact', { ...ours, phone: '+1 555 <b>' }],
  ['contact', { ...ours, phone: '1'.repeat(41) }],
  ['contact', { ...ours, street: '' }],
  ['contact', { ...ours, street: 'x'.repeat(161) }],
  ['contact', { ...ours, street: 'two\nlines' }],
  ['contact', {}],
  ['sale-banner', { ...winter, title: '' }],
  ['sale-banner', { ...winter, title: 'x'.repeat(81) }],
  ['sale-banner', { ...winter, offer: 'x'.repeat(21) }],
  ['sale-banner', { ...winter, button: '' }],
  ['sale-banner', { ...winter, shown: 'yes' }],
  ...[
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'http://shop.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:/\\evil.example',
    'https://',
    'https://user:secret@evil.example/',
    'https://a b.example/',
    'parts',
    '/a b',
    `/${'x'.repeat(300)}`,
  ].map((target) => ['sale-banner', { ...winter, target }] as const),
] as const)('%s %j is refused, and nothing changes', async (block, value) => {
  const seen = block === 'contact' ? originals.contact : originals.saleBanner;
  expect(await save(block, { seen, value })).toMatchObject({
    status: 422,
    body: { acknowledged: false, error: 'invalid_input' },
  });
  expect(await shownBy()).toEqual(originals);
});

test.each([
  '',
  '/',
  '/parts?q=disc&year=2010',
  '/#parts',
  'https://garage.example',
  'https://garage.example/a?b#c',
])('the button of the banner may lead to "%s"', async (target) => {
  const value = { ...winter, target };
  expect((await save('sale-banner', { seen: originals.saleBanner, value })).status).toBe(200);
  expect((await shownBy()).saleBanner).toEqual(value);
});

test('other copies of the shop follow within half a minute, and their mails within a minute', async () => {
  const other = await startShop({ database: kept, clock: shop.clock });
  expect(await shownBy(other)).toEqual(originals);
  await save('contact', { seen: originals.contact, value: ours });
  shop.clock.advance(21_000);
  expect((await shownBy(other)).contact).toEqual(ours);
  await save('contact', { seen: ours, value: null });
  expect(other.settings.current.contact).toEqual(ours);
  await other.everyMinute();
  expect(other.settings.current.contact).toEqual(originals.contact);
  await other.app.close();
});

test('while the database does not answer the shop shows what it knows', async () => {
  await save('contact', { seen: originals.contact, value: ours });
  shop.clock.advance(60_000);
  await sql`alter table shop_settings rename to away`.execute(shop.db);
  expect((await shownBy()).contact).toEqual(ours);
  await sql`alter table away rename to shop_settings`.execute(shop.db);
});

test('what another version stored, and this one cannot use, is not shown', async () => {
  await save('contact', { seen: originals.contact, value: ours });
  await sql`update shop_settings set value = '{"email": 7}'`.execute(shop.db);
  await shop.settings.refresh();
  expect(await shownBy()).toEqual(originals);
});

test('a backup and a copy of the database take it along', async () => {
  const tables = await copiedTables(database.pool);
  expect(tables.find(({ name }) => name === 'public.shop_settings')?.columns).toHaveLength(3);
});
