import { createHash } from 'node:crypto';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { WireRefusal, type WireReply } from './refusal.ts';
import type { SandboxTransaction } from './tables.ts';

const keptMs = dayMs;

/** A request with an idempotency key; the same bytes at the same address are the same request. */
export interface KeyedRequest {
  readonly key: string;
  readonly address: string;
  readonly body: string;
  readonly now: Date;
}

/**
 * Runs a request once per idempotency key, as Stripe does: the same parameters replay the answer, others are refused.
 * It is forgotten after a day. Key and work share one transaction: a concurrent request waits for the commit, and a refused or crashed one leaves no
 * key behind.
 */
export async function oncePerKey(
  tx: SandboxTransaction,
  request: KeyedRequest,
  work: () => Promise<WireReply>,
): Promise<WireReply> {
  const { key, now } = request;
  const request_hash = createHash('sha256')
    .update(`${request.address}\n${request.body}`)
    .digest('base64url');
  const claimed = await tx
    .insertInto('card_sandbox.idempotency_keys')
    .values({ key, request_hash, status: null, body: null, created_at: now })
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet({ request_hash, status: null, created_at: now })
        .where('card_sandbox.idempotency_keys.created_at', '<=', before(now, keptMs)),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed === undefined) return replay(tx, key, request_hash);
  const reply = await work();
  await tx
    .updateTable('card_sandbox.idempotency_keys')
    .set({ status: reply.status, body: JSON.stringify(reply.body) })
    .where('key', '=', key)
    .execute();
  return reply;
}

async function replay(
  tx: SandboxTransaction,
  key: string,
  requestHash: string,
): Promise<WireReply> {
  const row = await tx
    .selectFrom('card_sandbox.idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.request_hash !== requestHash) {
    throw new WireRefusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: row.status ?? 500, body: row.body };
}
