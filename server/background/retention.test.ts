import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();
const ana = await shop.person('Ana Duarte');

it('a key is known for thirty days, and an order made with it stays for ever', async () => {
  const part = await samplePart(shop.db);
  const body = {
    productId: part,
    quantity: 200,
    address: '12 Dock Road, Leeds',
    phone: '+44 20 7946 0111',
  };
  const order = () => shop.request('POST', '/api/orders', { as: ana, key: 'once', body });
  const { insertedId } = (await order()).body;
  const keys = () =>
    shop.db.selectFrom('idempotency_keys').select('key').where('key', '=', 'once').execute();
  await shop.everyMinute();
  expect(await keys()).toHaveLength(1);
  shop.clock.advance(31 * dayMs);
  await shop.everyMinute();
  expect(await keys()).toEqual([]);
  expect(
    await shop.db.selectFrom('orders').select('id').where('id', '=', insertedId).execute(),
  ).toHaveLength(1);
});

it('a mail loses its words ninety days after it was sent, and keeps its event', async () => {
  const mails = () =>
    shop.db
      .selectFrom('mail_outbox')
      .select(['event_key', 'body_text', 'body_html'])
      .where('recipient', '=', ana.email)
      .execute();
  const before = await mails();
  expect(before.every(({ body_text }) => body_text !== '')).toBe(true);
  shop.clock.advance(91 * dayMs);
  await shop.everyMinute();
  const after = await mails();
  expect(after.map(({ event_key }) => event_key)).toEqual(before.map(({ event_key }) => event_key));
  expect(after.every(({ body_text, body_html }) => body_text === '' && body_html === null)).toBe(
    true,
  );
});

it('sessions and codes that have ended are forgotten, those that live are not', async () => {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'bulk-order',
  });
  await visitor.post('/api/identity/request-password-reset', { email: 'ada@example.com' });
  const other = new Visitor(shop.app);
  await other.post('/api/identity/sign-in/email', {
    email: 'ada@example.com',
    password: 'bulk-order',
  });
  const oldest = sql`select "id" from identity."session" where "userId" = (select "id" from identity."user" where "email" = 'ada@example.com') order by "createdAt" limit 1`;
  await sql`update identity."session" set "expiresAt" = current_timestamp - interval '1 day' where "id" = (${oldest})`.execute(
    shop.db,
  );
  await sql`update identity."verification" set "expiresAt" = current_timestamp - interval '1 day'`.execute(
    shop.db,
  );
  await shop.everyMinute();
  const { rows } = await sql<{ sessions: number; codes: number }>`
    select (select count(*) from identity."session" s join identity."user" u on u."id" = s."userId" where u."email" = 'ada@example.com')::int as sessions,
           (select count(*) from identity."verification")::int as codes`.execute(shop.db);
  expect(rows).toEqual([{ sessions: 1, codes: 0 }]);
  expect((await other.get('/api/identity/get-session')).json().user.email).toBe('ada@example.com');
});
