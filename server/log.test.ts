import Stripe from 'stripe';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { shopLogger } from './log.ts';
import { freshDatabase } from '#test/database.ts';

/** These fields as they are in the log. */
function logged(fields: Record<string, unknown>): {
  line: string;
  entry: Record<string, Record<string, unknown>>;
} {
  const lines: string[] = [];
  shopLogger('info', { write: (line: string) => void lines.push(line) }).info(fields, 'happened');
  const line = lines.join('');
  return { line, entry: JSON.parse(line) };
}

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing failed.');
}

test('a row that the database refuses is logged by its rule, without what is in it', async () => {
  const { db, close } = await freshDatabase();
  const error = await failureOf(() =>
    sql`insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at)
      values (gen_random_uuid(), 'k', 'ada.private@example.com', null, 'Dear Ada', now(), now())`.execute(
      db,
    ),
  );
  await close();
  expect(JSON.stringify(error)).toContain('ada.private@example.com');
  const { line, entry } = logged({ err: error });
  expect(line).not.toMatch(/ada\.private|Dear Ada/);
  expect(entry['err']).toMatchObject({
    code: '23502',
    table: 'mail_outbox',
    message: expect.stringContaining('subject'),
    stack: expect.any(String),
  });
});

test("a card provider's message with a wrong signature is logged without the message", async () => {
  const message = JSON.stringify({
    data: { object: { billing_details: { email: 'ada.private@example.com' } } },
  });
  const error = await failureOf(() =>
    Stripe.webhooks.constructEvent(message, 't=1,v1=ab', 'whsec_x'),
  );
  expect(JSON.stringify(error)).toContain('ada.private@example.com');
  const { line, entry } = logged({ err: error });
  expect(line).not.toContain('ada.private');
  expect(entry['err']).toMatchObject({ type: 'StripeSignatureVerificationError' });
});

test('what an error was caused by is told by its words, without its fields', () => {
  const cause = Object.assign(new Error('The socket closed.'), {
    recipient: 'ada.private@example.com',
  });
  const { line, entry } = logged({ err: new Error('The mail was not taken.', { cause }) });
  expect(entry['err']).toMatchObject({ message: 'The mail was not taken.: The socket closed.' });
  expect(line).not.toContain('ada.private');
});

test('what was thrown and is no error is told by its kind', () => {
  expect(logged({ err: { data: 'ada.private@example.com' } }).entry['err']).toEqual({
    type: '[object Object]',
  });
});
