import { createHash } from 'node:crypto';
import type { SecurityEventKind } from '#contract/security-events.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Where a request came from: the network address, empty for a page rendered in this process, and the id its log lines carry. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
}

/** Something that whoever guards the shop wants to know of. Nothing in it may be a name, an e-mail address or a secret. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Undefined when nobody known is concerned. */
  readonly userId: string | undefined;
  /** Undefined when the shop did it by itself, or an operator at the command line. */
  readonly from: RequestSource | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Kinds that a stranger can cause at will: counted instead of listed. */
const counted: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'sign_in_limited',
  'reset_asked',
  'second_factor_failed',
  'admin_call_refused',
  'forged_message',
]);

const windowMs = 600_000;

/**
 * Writes a security event into the log, at info, and into the table that admins read. Never rejects: what it tells of
 * has happened, whether it can be written down or not.
 */
export async function recordSecurityEvent(shop: Pick<Shop, 'db' | 'clock' | 'log' | 'networkHash'>, event: SecurityEvent): Promise<void> {
  const { kind, userId, from, details } = event;
  const network = from === undefined ? undefined : shop.networkHash(from.address);
  shop.log.info({ securityEvent: kind, userId, reqId: from?.requestId, network, ...details }, 'security event');
  try {
    await insertSecurityEvent(shop.db, event, { network, now: shop.clock.now() });
  } catch (error) {
    shop.log.error({ err: error, securityEvent: kind }, 'a security event could not be kept');
  }
}

async function insertSecurityEvent(
  db: Database,
  { kind, userId, from, details }: SecurityEvent,
  { network, now }: { network: string | undefined; now: Date },
): Promise<void> {
  const period = Math.floor(now.getTime() / windowMs);
  await db
    .insertInto('security_events')
    .values({
      id: newId(now),
      created_at: now,
      kind,
      user_id: userId ?? null,
      request_id: from?.requestId ?? null,
      network_hash: network ?? null,
      details: details === undefined ? null : JSON.stringify(details),
      merge_key: counted.has(kind) ? hashOf([kind, userId, network, details, period]) : null,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('merge_key').doUpdateSet(({ ref, eb }) => ({ times: eb(ref('security_events.times'), '+', 1), last_at: now })),
    )
    .execute();
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
