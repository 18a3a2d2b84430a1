import crypto from 'node:crypto';
import { rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { mountSite } from '#server/http/site.ts';
import type { Outcome } from './forward.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { makePasswordQueue } from './password-queue.ts';
import { smallBuild } from '#test/small-build.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

/** A hash that takes a third of the real one's time, but much longer than reading a file. */
const passwordCost = { ln: 15, r: 8, p: 1 };
const buildDir = smallBuild();
afterAll(() => rmSync(buildDir, { recursive: true }));
const shop = await useShop({
  passwordCost,
  pages: (app, pages) => mountSite(app, { ...pages, buildDir }),
});

let accounts = 0;
/** Sign-ins to unknown accounts: each costs a hash, and no rate limit per account applies. */
function signIns(count: number, address: (place: number) => string) {
  return Array.from({ length: count }, (_, place) =>
    new Visitor(shop.app, address(place)).post('/api/identity/sign-in/email', {
      email: `guess${++accounts}@example.com`,
      password: 'wrong-one',
    }),
  );
}

it('while 110 sign-ins wait, files and pages are answered before a fifth of them', async () => {
  const reader = new Visitor(shop.app, '198.51.100.200');
  let answered = 0;
  const flood = signIns(110, (place) => `203.0.113.${place % 10}`).map((signIn) =>
    signIn.then(({ statusCode }) => void (answered += statusCode === 401 ? 1 : 0)),
  );
  await Promise.race(flood);
  for (let i = 0; i < 20; i += 1) {
    expect((await reader.get('/assets/page.js')).body).toBe('page;');
    expect((await reader.get(`/parts?page=${i}`)).statusCode).toBe(200);
  }
  expect(answered).toBeLessThan(22);
  await Promise.all(flood);
});

it('one network address that has too many waiting is told to come back; what was sent away is no guess', async () => {
  const counted = async () => {
    const { rows } = await sql<{
      sum: number;
    }>`select coalesce(sum(count), 0)::int as sum from identity.attempts`.execute(shop.db);
    return rows[0]!.sum;
  };
  const before = await counted();
  const flood = signIns(60, () => '203.0.113.50');
  const answers = await Promise.all(flood);
  const busy = answers.filter(({ statusCode }) => statusCode === 503);
  const wrong = answers.filter(({ statusCode }) => statusCode === 401);
  expect(busy.length + wrong.length).toBe(60);
  expect([busy[0]!.headers['retry-after'], busy[0]!.json()]).toEqual([
    '10',
    {
      error: 'busy',
      message: 'Very many people are signing in right now. Please try again in a few seconds.',
    },
  ]);
  // Once for the account from this address, once for the address, once for the account from anywhere.
  expect((await counted()) - before).toBe(3 * wrong.length);
});

describe('the line', () => {
  const done: Outcome = { body: {}, cookies: [] };

  /** How many of thirty requests from one address get into the queue, while one from another address does too. */
  async function taken(mode: 'demo' | 'live', address: string): Promise<number> {
    const queue = makePasswordQueue(mode);
    const { promise: gate, resolve: open } = Promise.withResolvers<Outcome>();
    const all = Array.from({ length: 30 }, () => queue({ address }, () => gate));
    const other = queue({ address: '203.0.113.2' }, async () => done);
    open(done);
    expect(await other).toBe(done);
    const ends = await Promise.all(all.map((one) => one.catch((error: Refusal) => error.code)));
    expect(ends.filter((end) => end !== done && end !== 'busy')).toEqual([]);
    return ends.filter((end) => end === done).length;
  }

  it('has two at work and twenty waiting of one address, or one IPv6 network', async () => {
    expect(await taken('live', '203.0.113.1')).toBe(22);
    expect(await taken('live', '2001:db8:1:2::1')).toBe(22);
    expect(await taken('live', '127.0.0.1')).toBe(22);
  });

  it('does not take the visitors on the machine of the demo for one person', async () => {
    expect([await taken('demo', '127.0.0.1'), await taken('demo', '::1')]).toEqual([30, 30]);
    expect(await taken('demo', '203.0.113.1')).toBe(22);
  });
});

it('a sign-in takes one hash of the same cost for an unknown account as for a wrong password', async () => {
  await shop.identity.createAccount({
    name: 'Ada',
    email: 'known@example.com',
    password: 'bulk-order',
    verified: true,
  });
  /** What was hashed for an answer, and whether that was done when it came. */
  const hashes = async (email: string) => {
    const made: { password: unknown; bytes: number; cost: unknown; done: boolean }[] = [];
    const { scrypt } = crypto;
    const counting = vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => {
      const [password, salt, bytes, cost, callback] = given;
      const its = { password, bytes, cost, done: false };
      made.push(its);
      scrypt(password, salt, bytes, cost, (error, key) => {
        its.done = true;
        callback(error, key);
      });
    });
    // Whoever has imported the function by its name calls this one, too.
    syncBuiltinESMExports();
    try {
      const answer = await new Visitor(shop.app).post('/api/identity/sign-in/email', {
        email,
        password: 'wrong-one',
      });
      expect(answer.statusCode).toBe(401);
      return structuredClone(made);
    } finally {
      counting.mockRestore();
      syncBuiltinESMExports();
    }
  };
  const { ln, r, p } = passwordCost;
  const one = {
    password: 'wrong-one',
    bytes: 32,
    cost: expect.objectContaining({ N: 2 ** ln, r, p }),
    done: true,
  };
  expect(await hashes('known@example.com')).toEqual([one]);
  expect(await hashes('unknown@example.com')).toEqual([one]);
});
