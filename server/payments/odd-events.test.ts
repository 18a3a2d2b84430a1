import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

/** What the shop answers to a body that the provider has really signed. */
async function answerTo(body: string): Promise<number> {
  const headers = {
    'stripe-signature': shop.sandbox.sandbox.sign(body),
    'content-type': 'application/json; charset=utf-8',
  };
  return (await shop.request('POST', '/api/card-events', { body, headers })).status;
}

const types = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'v2.core.event',
];
const anyJson = fc.jsonValue();
const name = fc.oneof(
  fc.constantFrom('pi_1', 'pi_\0', 'pi_../../v1/refunds', 'pi_💳', '', 'x'.repeat(100_000)),
  anyJson,
);
const almost = fc.record(
  {
    id: anyJson,
    object: fc.oneof(fc.constantFrom('event', 'v2.core.event'), anyJson),
    type: fc.oneof(fc.constantFrom(...types), anyJson),
    data: fc.oneof(
      fc.record({
        object: fc.oneof(
          fc.record(
            {
              object: fc.oneof(fc.constantFrom('payment_intent', 'charge', 'refund'), anyJson),
              id: name,
              payment_intent: name,
            },
            { requiredKeys: [] },
          ),
          anyJson,
        ),
      }),
      anyJson,
    ),
  },
  { requiredKeys: [] },
);

describe('a signed message', () => {
  it.each([
    'null',
    '[]',
    '"text"',
    '0',
    'true',
    '{}',
    '{"data":null}',
    '{"data":{}}',
    '{"data":{"object":null}}',
    '{"data":{"object":[]}}',
  ])('that is %s has no effect', async (body) => {
    expect(await answerTo(body)).toBe(200);
  });

  it.each(['', ' ', '{', '\0'])('that is no JSON (%j) is refused', async (body) => {
    expect(await answerTo(body)).toBe(400);
  });

  it('of any shape is never an error of the shop', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: almost }, anyJson), async (message) => {
        expect(await answerTo(JSON.stringify(message))).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
    expect(
      shop.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50),
    ).toEqual([]);
  });
});
