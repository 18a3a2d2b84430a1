import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import type { InjectOptions } from 'fastify';
import { assemble, type Assembled, type Ingredients } from '#server/assemble.ts';
import { newId } from '#server/db/new-id.ts';
import { hashToken } from '#server/http/who.ts';
import type { Database as OpenDatabase } from '#server/db/open.ts';
import { shopLogger } from '#server/log.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { Deliver } from '#server/third-parties/cards/sandbox/events.ts';
import type { CardSandboxTables } from '#server/third-parties/cards/sandbox/tables.ts';
import { insertIdentitySession } from './identity-session.ts';
import type { ScryptCost } from '#server/third-parties/identity/embedded/scrypt.ts';
import { freshDatabase, temporaryFolder } from './database.ts';

/** A clock that only moves when a test advances it. */
interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

/** Runs with the machine's clock, ahead of it by what it was advanced. */
export interface RunningClock extends TestClock {
  aheadMs: number;
}

/** Somebody with an account and a valid access token. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
}

interface Sent {
  readonly as?: Person;
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** The sender's network address; default: this machine. */
  readonly from?: string;
}

/** An answer; its body is parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  // Tests compare bodies, so they need no type.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: OutgoingHttpHeaders;
}

/** The whole shop with its own empty database, its sandboxes and a test clock. */
export interface TestShop extends Shop {
  readonly app: Assembled['app'];
  readonly clock: TestClock;
  readonly sandbox: NonNullable<Assembled['cardSandbox']>;
  readonly identity: Assembled['identity'];
  readonly everyMinute: Assembled['everyMinute'];
  readonly workOnImports: Assembled['workOnImports'];
  readonly workOnDoctor: Assembled['workOnDoctor'];
  readonly endWork: Assembled['endWork'];
  /** The shop's data folder with its pictures, but without its database. */
  readonly dataDir: string;
  /** Delivers every webhook again, so many times concurrently, newest first. */
  repeatEvents(times: number): Promise<void>;
  /** The logged lines: warnings and errors, unless the test wants more. */
  readonly logged: string[];
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    sent?: Sent,
  ): Promise<Answer>;
  /** Creates an account with an access token. */
  person(
    name: string,
    account?: { role?: 'admin'; emailVerified?: boolean; tokenHours?: number },
  ): Promise<Person>;
  /** Places an order and answers its id. */
  order(person: Person, partId: string, quantity: number, from?: string): Promise<string>;
  /** Pays an order with the test card that succeeds, as the payment page does; answers the transaction id. */
  pay(person: Person, orderId: string): Promise<string>;
  close(): Promise<void>;
}

export const publicUrl = 'http://shop.test';

export const contact = {
  email: 'hello@shop.test',
  phone: '+1 555-0100',
  street: '1 Test Street, Testland',
};

export const identitySecret = 'a secret of tests, long enough to be one';

/** A hash that takes a millisecond; the real parameters have tests of their own. */
export const testPasswordCost: ScryptCost = { ln: 10, r: 8, p: 1 };

/** What a test can set for its shop. */
export interface ShopOptions extends Partial<Omit<Ingredients, 'database' | 'clock' | 'logger'>> {
  /** Default: one that only moves when advanced. */
  readonly clock?: TestClock;
  readonly database?: Pick<Awaited<ReturnType<typeof freshDatabase>>, 'db' | 'pool' | 'close'> &
    Partial<Pick<OpenDatabase, 'engine'>>;
  /** Whether a webhook arrives; otherwise it is lost for good. */
  readonly hears?: (...message: Parameters<Deliver>) => boolean;
  readonly logLevel?: 'info';
  /** Uses the real timeout of pages for the card provider; default: a longer one, for busy machines. */
  readonly isInHurry?: boolean;
}

/** Starts a shop. The options replace what `main.js` decides. */
export async function startShop({
  database: given,
  clock = standingClock(),
  hears = () => true,
  logLevel,
  isInHurry,
  ...decided
}: ShopOptions = {}): Promise<TestShop> {
  const database = given ?? (await freshDatabase());
  const dataDir = temporaryFolder('data');
  const logged: string[] = [];
  const assembled = await assemble({
    database,
    clock,
    logger: shopLogger(logLevel ?? 'warn', { write: (line: string) => void logged.push(line) }),
    publicUrl,
    dataDir,
    identitySecrets: [identitySecret],
    contact,
    orderHoldHours: 72,
    adminFactorGraceDays: 14,
    demoAccounts: [],
    isOpen: () => true,
    passwordCost: testPasswordCost,
    ...decided,
  });
  const { app, shop, cardSandbox, identity } = assembled;
  if (!isInHurry) Object.assign(shop, { cards: shop.backgroundCards });
  const deliver = assembled.hearCardEvents();
  cardSandbox?.deliverTo(async (...message) =>
    hears(...message) ? deliver(...message) : undefined,
  );

  const request: TestShop['request'] = async (method, url, sent = {}) => {
    const token = sent.as?.token ?? sent.token;
    const injected: InjectOptions = {
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
      ...(sent.body === undefined
        ? {}
        : { payload: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }),
    };
    const answer = await app.inject(injected);
    const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? answer.json() : answer.body,
      headers: answer.headers,
    };
  };

  return {
    ...shop,
    app,
    clock,
    get sandbox() {
      return sandboxOf(assembled);
    },
    identity,
    everyMinute: assembled.everyMinute,
    workOnImports: assembled.workOnImports,
    workOnDoctor: assembled.workOnDoctor,
    endWork: assembled.endWork,
    repeatEvents: (times) =>
      repeatEvents(shop.db, { times, deliver, sign: sandboxOf(assembled).sandbox.sign }),
    dataDir,
    logged,
    request,
    person: (name, account = {}) => insertPerson(shop.db, clock.now(), { name, ...account }),
    async order(person, partId, quantity, from) {
      const placed = await request('POST', '/api/orders', {
        as: person,
        ...(from === undefined ? {} : { from }),
        body: {
          productId: partId,
          quantity,
          address: '12 Dock Road, Leeds',
          phone: '+44 20 7946 0111',
        },
      });
      if (placed.status !== 201)
        throw new Error(`The order was refused: ${JSON.stringify(placed.body)}`);
      return placed.body.insertedId;
    },
    async pay(person, orderId) {
      const { total } = (await request('GET', `/api/orders/${orderId}`)).body;
      const opened = await request('POST', '/api/create-payment-intent', {
        as: person,
        body: { price: total, orderId },
      });
      await sandboxOf(assembled).sandbox.payWithCard(opened.body.clientSecret, {
        number: '4242424242424242',
        email: person.email,
      });
      const transactionId = opened.body.clientSecret.split('_secret_')[0];
      const paid = await request('PATCH', `/api/orders/${orderId}`, {
        as: person,
        body: { orderId, transactionId },
      });
      if (paid.status !== 200)
        throw new Error(`The payment was refused: ${JSON.stringify(paid.body)}`);
      return transactionId;
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function repeatEvents(
  db: Database,
  { times, deliver, sign }: { times: number; deliver: Deliver; sign: (body: string) => string },
): Promise<void> {
  const events = await db
    .withTables<CardSandboxTables>()
    .selectFrom('card_sandbox.events')
    .select('body')
    .orderBy('created_at', 'desc')
    .limit(40)
    .execute();
  for (const { body } of events) {
    // An answer that is not 200 only makes the provider send again.
    await Promise.allSettled(Array.from({ length: times }, () => deliver(body, sign(body))));
  }
}

/** A shop with a hosted card provider has none. */
function sandboxOf({ cardSandbox }: Assembled): NonNullable<Assembled['cardSandbox']> {
  if (cardSandbox === undefined) throw new Error('This shop has no card sandbox.');
  return cardSandbox;
}

function standingClock(): TestClock {
  let time = Date.parse('2026-11-20T09:00:00.000Z');
  return { now: () => new Date(time), advance: (ms) => void (time += ms) };
}

/** A clock that runs with the machine's. */
export function runningClock(): RunningClock {
  const clock: RunningClock = {
    aheadMs: 0,
    now: () => new Date(Date.now() + clock.aheadMs),
    advance: (ms) => void (clock.aheadMs += ms),
  };
  return clock;
}

async function insertPerson(
  db: Database,
  now: Date,
  {
    name,
    role,
    emailVerified = true,
    tokenHours = 12,
  }: { name: string; role?: 'admin'; emailVerified?: boolean; tokenHours?: number },
): Promise<Person> {
  const userId = newId(now);
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}.${userId.slice(-12)}@example.com`;
  const token = `test-${randomUUID()}`;
  await db
    .insertInto('users')
    .values({
      id: userId,
      issuer: 'urn:underhood:identity',
      subject: userId,
      email,
      email_verified: emailVerified,
      name,
      role: role ?? null,
      created_at: now,
      updated_at: now,
      replaced_at: null,
    })
    .execute();
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + tokenHours * 3_600_000),
      identity_session: await insertIdentitySession(db, userId),
    })
    .execute();
  return { userId, email, name, token };
}
