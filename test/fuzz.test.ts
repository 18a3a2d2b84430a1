import { describe, expect, it } from 'vitest';
import { operationsOf, readDocument } from './documented-operations.ts';
import { fuzz } from '#test/fuzz/run.ts';
import { useShop } from './use-shop.ts';
import { sampleRequests } from './sample-requests.ts';

/** The short form of `npm run fuzz`. */
const shop = await useShop();
const operations = operationsOf(await readDocument(shop));
const admin = await shop.person('Fuzzing Admin', { role: 'admin' });

// Every call is sent about thirty requests, which takes its time on a busy machine.
describe('whatever is sent to', { timeout: 60_000 }, () => {
  it.each(Object.keys(sampleRequests))('%s is answered as its document says', async (name) => {
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`${name} is not in the document.`);
    const { violations, successes } = await fuzz(shop, operation, {
      admin,
      requests: 12,
      sweep: 'crucial',
      seed: 1,
    });
    expect(violations).toEqual([]);
    expect(successes).toBeGreaterThanOrEqual(3);
    // The identity service warns of every wrong password; what it does not expect comes with an error.
    expect(
      shop.logged.filter(
        (line) => !line.includes('"service":"identity"') || line.includes('"err"'),
      ),
    ).toEqual([]);
  });
});

describe('an address', () => {
  it.each(['/api/parts/%ff', '/api/%ed%a0%80', '/%c0%af', '/purchase/%'])(
    'that cannot be read is refused as everything is: %s',
    async (url) => {
      const { status, body } = await shop.request('GET', url);
      expect([status, body]).toEqual([
        400,
        { error: 'bad_request', message: 'The request could not be understood.' },
      ]);
    },
  );

  it('holds an e-mail address of any length that an account can have', async () => {
    const person = await shop.person('n'.repeat(229));
    expect(person.email).toHaveLength(254);
    const { status, body } = await shop.request(
      'GET',
      `/api/user/${encodeURIComponent(person.email)}`,
      { as: person },
    );
    expect([status, body.email]).toEqual([200, person.email]);
  });
});
