import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
const part = await samplePart(shop.db, { inStock: 100_000 });

const close = (who: { email: string; token: string }, typedEmail = who.email, on = shop) =>
  on.request('POST', `/api/user/${encodeURIComponent(who.email)}/close`, {
    token: who.token,
    body: { typedEmail },
  });
const refused = (error: string) => expect.objectContaining({ acknowledged: false, error });
const stock = async () => (await shop.request('GET', `/api/parts/${part}`)).body.inStock;
const rowOf = ({ userId }: Pick<Person, 'userId'>) =>
  shop.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const ship = (orderId: string) =>
  shop.request('PATCH', `/api/order/${orderId}`, { as: admin, body: { status: 'shipped' } });

/** Every text in every table of the shop and of the identity service, one line a row. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'identity') and tablename not like 'kysely%' order by 1`.execute(
    shop.db,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.raw(name)} t`.execute(shop.db);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

/** Somebody who registered, confirmed the address and came to the shop; with their browser. */
async function customer(name: string, email: string) {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', { name, email, password: 'bulk-order-1' });
  const comeIn = async () => {
    const { token } = (await visitor.get('/api/identity/token')).json();
    return shop.request('PUT', `/api/users/${email}`, {
      ...(token === undefined ? {} : { token }),
      body: { email, name },
    });
  };
  const token = (await comeIn()).body.accessToken as string;
  const { _id: userId } = (await shop.request('GET', `/api/user/${email}`, { token })).body as {
    _id: string;
  };
  return { name, email, token, userId, visitor, comeIn };
}

describe('closing an account', () => {
  it('leaves nothing of the person anywhere, and keeps the books', async () => {
    const ana = await customer('Quirina Duvalier', 'quirina.duvalier@example.com');
    const delivery = { address: '77 Marram Lane\nWhitby', phone: '+44 1947 555 0199' };
    await shop.request('PUT', `/api/users/${ana.email}`, {
      token: ana.token,
      body: { ...delivery, education: 'Welder of Whitby' },
    });
    const body = { productId: part, quantity: 200, ...delivery };
    const shipped = (await shop.request('POST', '/api/orders', { as: ana, body, key: 'a key' }))
      .body.insertedId as string;
    const transactionId = await shop.pay(ana, shipped);
    await ship(shipped);
    await shop.request('POST', '/api/reviews', {
      as: ana,
      body: { productId: part, transactionId, rating: 5, message: 'Fits.' },
    });
    const [review] = (await shop.request('GET', `/api/admin/parts/${part}/reviews`, { as: admin }))
      .body;
    for (const step of [
      { step: 'reply', reply: 'Dear Quirina Duvalier, thank you.' },
      { step: 'hide', reason: 'Asked for by Quirina Duvalier.' },
      { step: 'show' },
    ])
      expect(
        await shop.request('POST', `/api/admin/reviews/${review._id}`, { as: admin, body: step }),
      ).toMatchObject({ status: 200 });
    const refunded = (await shop.request('POST', '/api/orders', { as: ana, body })).body
      .insertedId as string;
    await shop.pay(ana, refunded);
    const reason = 'Quirina Duvalier of 77 Marram Lane called';
    await shop.request('POST', `/api/order/${refunded}/refund`, {
      as: admin,
      body: { amount: 2500, reason, restock: true },
    });
    const before = await stock();
    const unpaid = (await shop.request('POST', '/api/orders', { as: ana, body })).body
      .insertedId as string;

    const answer = await close(ana);

    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true }]);
    expect((await shop.request('GET', `/api/user/${ana.email}`, { as: ana })).status).toBe(401);
    expect((await ana.comeIn()).status).toBe(401);
    expect(await stock()).toBe(before);
    shop.clock.advance(2 * 86_400_000);
    await shop.everyMinute();
    // The sandbox's own schema is the card provider's.
    const left = (await everything())
      .split('\n')
      .filter((line) => /duvalier|quirina|marram|whitby|0199/i.test(line));
    expect(left).toEqual([]);
    const orders = await shop.db
      .selectFrom('orders')
      .select([
        'id',
        'name',
        'email',
        'address',
        'phone',
        'state',
        'total_cents',
        'transaction_id',
        'cancelled_because',
      ])
      .where('user_id', '=', ana.userId)
      .execute();
    const nobody = {
      name: 'A customer',
      email: 'closed account',
      address: '',
      phone: '',
      total_cents: 250_000,
    };
    expect(orders).toEqual(
      expect.arrayContaining([
        {
          id: shipped,
          ...nobody,
          state: 'shipped',
          transaction_id: transactionId,
          cancelled_because: null,
        },
        {
          id: refunded,
          ...nobody,
          state: 'paid',
          transaction_id: expect.any(String),
          cancelled_because: null,
        },
        {
          id: unpaid,
          ...nobody,
          state: 'cancelled',
          transaction_id: null,
          cancelled_because: 'account_closed',
        },
      ]),
    );
    const reviews = (await shop.request('GET', `/api/review?productId=${part}`)).body;
    expect(reviews).toEqual([expect.objectContaining({ name: 'A customer', message: 'Fits.' })]);
    expect(await rowOf(ana)).toMatchObject({
      name: 'A customer',
      role: null,
      identity_deleted_at: expect.any(Date),
    });
    const { checks } = (await shop.request('GET', '/api/admin/doctor', { as: admin })).body as {
      checks: { _id: string; status: string }[];
    };
    expect(checks.filter(({ status }) => status === 'broken')).toEqual([]);
  });

  it('is told by a last mail to a confirmed address, and written down', async () => {
    const ben = await shop.person('Ben Okafor');
    const orderId = await shop.order(ben, part, 200);
    await close(ben);
    const mails = await mailsTo(shop.db, ben.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Order .* is cancelled$/),
      'Your account is closed',
      expect.stringMatching(/^Your order .* is waiting for payment$/),
    ]);
    const events = await shop.db
      .selectFrom('security_events')
      .select('kind')
      .where('user_id', '=', ben.userId)
      .execute();
    expect(events).toEqual([{ kind: 'account_closed' }]);
    const stories = await shop.db
      .selectFrom('order_events')
      .select(['kind', 'actor_role'])
      .where('order_id', '=', orderId)
      .execute();
    expect(stories).toContainEqual({ kind: 'cancelled', actor_role: 'customer' });
  });

  it('lets the same address register again, as a new account', async () => {
    const first = await customer('Carl', 'carl.again@example.com');
    await close(first);
    const second = await customer('Carl Again', 'carl.again@example.com');
    expect(second.userId).not.toBe(first.userId);
    expect(
      (await shop.request('GET', `/api/orders?email=${second.email}`, { as: second })).body,
    ).toEqual([]);
  });

  it('wants the address typed, and is for nobody else', async () => {
    const dan = await shop.person('Dan Moss');
    const mistyped = await close(dan, 'dan@example.com');
    expect([mistyped.status, mistyped.body]).toEqual([422, refused('invalid_input')]);
    for (const as of [admin, await shop.person('Stranger')]) {
      const url = `/api/user/${dan.email}/close`;
      expect(
        (await shop.request('POST', url, { as, body: { typedEmail: dan.email } })).status,
      ).toBe(403);
    }
    expect(await rowOf(dan)).toMatchObject({ email: dan.email, closed_at: null });
    expect((await close(dan, ` ${dan.email.toUpperCase()} `)).status).toBe(200);
    expect((await close(dan)).status).toBe(401);
  });

  it('waits for the parcel of a paid order, and changes nothing until then', async () => {
    const eva = await shop.person('Eva Holm');
    const [paid, unpaid] = [await shop.order(eva, part, 200), await shop.order(eva, part, 300)];
    await shop.pay(eva, paid);
    const answer = await close(eva);
    expect([answer.status, answer.body]).toEqual([409, refused('orders_open')]);
    expect((await shop.request('GET', `/api/orders/${unpaid}`, { as: eva })).status).toBe(200);
    await ship(paid);
    expect((await close(eva)).status).toBe(200);
  });

  it('is refused to the last admin with power, also to both of two who close at the same moment', async () => {
    const other = await startShop();
    const [boss, deputy] = [
      await other.person('Boss', { role: 'admin' }),
      await other.person('Deputy', { role: 'admin' }),
    ];
    const answers = await Promise.all([
      close(boss, boss.email, other),
      close(deputy, deputy.email, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused('last_admin'));
    await other.close();
  });

  it('waits while the bank decides on a payment, or the card provider is silent', async () => {
    let provider: 'well' | 'away' | 'deciding' = 'well';
    const other = await startShop({
      through: (next) => async (url, init) => {
        if (provider === 'away') throw new TypeError('fetch failed');
        const answer = await next(url, init);
        return provider === 'well'
          ? answer
          : Response.json({ ...((await answer.json()) as object), status: 'processing' });
      },
    });
    const ida = await other.person('Ida');
    const orderId = await other.order(ida, await samplePart(other.db), 200);
    await other.request('POST', '/api/create-payment-intent', {
      as: ida,
      body: { price: 2500, orderId },
    });
    const tried = async () => {
      const { status, body } = await close(ida, ida.email, other);
      return [status, body.error];
    };
    provider = 'away';
    expect(await tried()).toEqual([503, 'cards_unavailable']);
    provider = 'deciding';
    expect(await tried()).toEqual([409, 'order_being_paid']);
    expect((await other.request('GET', `/api/user/${ida.email}`, { as: ida })).body.name).toBe(
      'Ida',
    );
    provider = 'well';
    await other.close();
  });

  it('has the identity service forget the account later, when that cannot do it now; nobody comes in meanwhile', async () => {
    const kim = await customer('Kim', 'kim.later@example.com');
    await sql`create function identity.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`.execute(
      shop.db,
    );
    await sql`create trigger refuse before delete on identity."user" for each row execute function identity.refuse()`.execute(
      shop.db,
    );
    expect((await close(kim)).status).toBe(200);
    await kim.visitor.post('/api/identity/sign-in/email', {
      email: kim.email,
      password: 'bulk-order-1',
    });
    expect((await kim.comeIn()).status).toBe(401);
    expect((await rowOf(kim)).identity_deleted_at).toBe(null);
    await sql`drop trigger refuse on identity."user"`.execute(shop.db);
    await shop.everyMinute();
    expect((await rowOf(kim)).identity_deleted_at).not.toBe(null);
    const { rows } = await sql`select from identity."user" where "email" = ${kim.email}`.execute(
      shop.db,
    );
    expect(rows).toHaveLength(0);
    shop.logged.length = 0;
  });
});

describe.each(engines)('closing an account on the %s engine', (engine) => {
  let other: TestShop;
  beforeAll(async () => {
    other = await startShop({ database: await databaseOn(engine) });
  });
  afterAll(() => other.close());

  it('races with orders of the same customer: none is left unpaid, and no stock is lost', async () => {
    const sold = await samplePart(other.db, { inStock: 100_000 });
    for (let round = 0; round < 8; round += 1) {
      const gus = await other.person('Gus');
      const wanted = { productId: sold, quantity: 200, address: '12 Dock Road, Leeds', phone: '1' };
      const place = () => other.request('POST', '/api/orders', { as: gus, body: wanted });
      const [, first] = await Promise.all([
        place(),
        close(gus, gus.email, other),
        place(),
        place(),
      ]);
      const closed = first.status === 503 ? await close(gus, gus.email, other) : first;
      expect([closed.status, (await place()).status]).toEqual([200, 401]);
      const states = await other.db
        .selectFrom('orders')
        .select(['state', 'name'])
        .where('user_id', '=', gus.userId)
        .execute();
      expect(states).toEqual(states.map(() => ({ state: 'cancelled', name: 'A customer' })));
    }
    expect((await other.request('GET', `/api/parts/${sold}`)).body.inStock).toBe(100_000);
  });

  it('races with a payment: closed with the order cancelled, or open with the order paid', async () => {
    const sold = await samplePart(other.db, { inStock: 100_000 });
    for (let round = 0; round < 8; round += 1) {
      const hal = await other.person('Hal');
      const orderId = await other.order(hal, sold, 200);
      const pay = () =>
        other.pay(hal, orderId).then(
          () => true,
          () => false,
        );
      const [paid, closed] = await Promise.all([pay(), close(hal, hal.email, other)]);
      const { state } = await other.db
        .selectFrom('orders')
        .select('state')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      expect([state, closed.status]).toEqual(paid ? ['paid', 409] : ['cancelled', 200]);
    }
  });
});
