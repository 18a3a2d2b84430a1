import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { newId } from '#server/db/new-id.ts';
import { mostTries } from '#server/mails/outbox.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop({ keepHistoryDays: 365, keepEventsDays: 3650 });
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

it('a mail loses its words and its address ninety days after it was sent, and keeps its event', async () => {
  const mails = () =>
    shop.db
      .selectFrom('mail_outbox')
      .select(['event_key', 'recipient', 'subject', 'body_text', 'body_html', 'letter'])
      .orderBy('created_at')
      .orderBy('id');
  const before = await mails().where('recipient', '=', ana.email).execute();
  expect(before.length).toBeGreaterThan(0);
  expect(before.every(({ body_text, letter }) => body_text !== '' || letter !== null)).toBe(true);
  // An earlier version emptied the text alone.
  await shop.db.updateTable('mail_outbox').set({ body_text: '', body_html: null }).execute();
  shop.clock.advance(91 * dayMs);
  await shop.everyMinute();
  const events = before.map(({ event_key }) => event_key);
  expect(await mails().where('event_key', 'in', events).execute()).toEqual(
    events.map((event_key) => ({
      event_key,
      recipient: '',
      subject: '',
      body_text: '',
      body_html: null,
      letter: null,
    })),
  );
});

/** Inserts mails like this one, by other events; answers how to read them. */
async function insertMails(name: string, count: number, change: object = {}) {
  const now = shop.clock.now();
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(now),
    event_key: `${name}:${n}`,
    recipient: 'ada.private@example.com',
    subject: 'For Ada Private',
    body_text: 'Dear Ada',
    body_html: '<p>Dear Ada</p>',
    last_error: '550 no such user: ada.private@example.com',
    created_at: now,
    run_at: now,
    done_at: null,
    // So that nobody sends it.
    locked_until: new Date(now.getTime() + 1000 * dayMs),
    ...change,
  }));
  await shop.db.insertInto('mail_outbox').values(rows).execute();
  return () =>
    shop.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('event_key', 'like', `${name}:%`)
      .orderBy('id')
      .execute();
}

const empty = {
  recipient: '',
  subject: '',
  body_text: '',
  body_html: null,
  last_error: null,
  done_at: expect.any(Date),
};

it('a mail that was given up loses all but its event ninety days later, one that waits stays', async () => {
  const givenUp = await insertMails('given-up', 2, { attempts: mostTries });
  const waiting = await insertMails('waiting', 1, { attempts: 3 });
  const [before, late] = [await givenUp(), await waiting()];
  shop.clock.advance(89 * dayMs);
  await shop.everyMinute();
  expect(await givenUp()).toEqual(before);
  shop.clock.advance(2 * dayMs);
  await shop.everyMinute();
  expect(await givenUp()).toEqual(
    before.map((mail) => ({ ...mail, ...empty, done_at: shop.clock.now() })),
  );
  expect(await waiting()).toEqual(late);
  await shop.db.deleteFrom('mail_outbox').where('event_key', 'like', 'waiting:%').execute();
});

it('what an older copy leaves of a mail that it empties is emptied as well', async () => {
  const letter = JSON.stringify({ name: 'Ada' });
  const left = await insertMails('left', 2, { ...empty, done_at: shop.clock.now(), letter });
  await shop.everyMinute();
  expect(await left()).toMatchObject([{ letter: null }, { letter: null }]);
});

it('mails to closed accounts are emptied a day after they were sent or given up, however many', async () => {
  const over = { forget_when_over: true };
  const sent = await insertMails('farewell', 2500, { ...over, done_at: shop.clock.now() });
  const givenUp = await insertMails('lost-farewell', 1, { ...over, attempts: mostTries });
  shop.clock.advance(2 * dayMs);
  await shop.everyMinute();
  const gone = [...(await sent()), ...(await givenUp())];
  expect(gone).toHaveLength(2501);
  expect(gone).toEqual(gone.map((mail) => ({ ...mail, ...empty, forget_when_over: false })));
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

it('an access token that has ended is forgotten, also of somebody who never comes back', async () => {
  const gone = await shop.person('Gone Soon');
  const tokens = () =>
    shop.db
      .selectFrom('access_tokens')
      .select('token_hash')
      .where('user_id', '=', gone.userId)
      .execute();
  await shop.everyMinute();
  expect(await tokens()).toHaveLength(1);
  shop.clock.advance(13 * 3_600_000);
  await shop.everyMinute();
  expect(await tokens()).toEqual([]);
});

it('a browser is forgotten when it was not seen for a year', async () => {
  await sql`
    insert into identity."user" ("id", "name", "email", "emailVerified")
    values ('owner', 'Owner', 'owner@example.com', true)`.execute(shop.db);
  const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * dayMs);
  await sql`
    insert into identity.known_devices (token_hash, user_id, epoch, last_used_at)
    values ('old', 'owner', 0, ${daysAgo(366)}), ('new', 'owner', 0, ${daysAgo(364)})`.execute(
    shop.db,
  );
  await shop.everyMinute();
  const left =
    await sql`select token_hash from identity.known_devices where user_id = 'owner'`.execute(
      shop.db,
    );
  expect(left.rows).toEqual([{ token_hash: 'new' }]);
});

it('what piled up goes in one minute, in many batches', async () => {
  await sql`
    insert into idempotency_keys (user_id, key, request_hash, created_at)
    select ${ana.userId}, 'piled-' || n, '', ${new Date(shop.clock.now().getTime() - 31 * dayMs)}
    from generate_series(1, 2500) n`.execute(shop.db);
  await shop.everyMinute();
  const left = shop.db.selectFrom('idempotency_keys').select('key');
  expect(await left.where('key', 'like', 'piled-%').execute()).toEqual([]);
});

it('history goes after the configured time, about once a month, and the audit log says so', async () => {
  shop.clock.advance(400 * dayMs);
  await shop.everyMinute();
  const part = await samplePart(shop.db);
  const early = await shop.order(await shop.person('Early Buyer'), part, 200);
  const after = async (days: number) => {
    shop.clock.advance(days * dayMs);
    await shop.everyMinute();
    await shop.everyMinute();
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const history = await shop.request('GET', `/api/orders/${early}/history`, { as: admin });
    const audit = await shop.request('GET', '/api/admin/audit?q=history', { as: admin });
    return {
      kinds: history.body.events.map(({ kind }: { kind: string }) => kind),
      deleted: audit.body.filter((row: { subjectId: string }) => row.subjectId === 'order_events'),
    };
  };
  expect((await after(20)).kinds).toEqual(['placed', 'expired']);
  expect((await after(374)).kinds).toEqual(['placed', 'expired']);
  const late = await shop.order(await shop.person('Late Buyer'), part, 200);
  const later = await after(2);
  expect(later.kinds).toEqual([]);
  // The row of the time before has gone with the audit log.
  expect(later.deleted).toMatchObject([
    { actor: 'shop', action: 'history deleted', after: { rows: 2 } },
  ]);
  const young = shop.db.selectFrom('order_events').select('id').where('order_id', '=', late);
  expect(await young.execute()).not.toEqual([]);
  const ledger = shop.db.selectFrom('stock_ledger').select('id').where('order_id', '=', early);
  expect(await ledger.execute()).toHaveLength(2);
});

it('the doctor misses no mail that was not sent because its reader had enough of them', async () => {
  const unproven = await shop.person('Una Unproven', { emailVerified: false });
  const orderId = await shop.order(unproven, await samplePart(shop.db), 200);
  const sent = { recipient: unproven.email, done_at: shop.clock.now() };
  await insertMails('order-many', 10, sent);
  shop.clock.advance(23 * 3_600_000);
  await shop.db
    .updateTable('orders')
    .set({ held_until: shop.clock.now() })
    .where('id', '=', orderId)
    .execute();
  await shop.everyMinute();
  expect((await shop.request('GET', `/api/orders/${orderId}`)).status).toBe(404);
  const expired = shop.db
    .selectFrom('mail_outbox')
    .where('event_key', '=', `order-expired:${orderId}`);
  expect(await expired.select('id').execute()).toEqual([]);
  await expectInvariants(shop);
  shop.clock.advance(91 * dayMs);
  await shop.everyMinute();
  await expectInvariants(shop);
});
