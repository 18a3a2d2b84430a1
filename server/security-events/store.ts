import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { SecurityEventKind, SecurityEventsQuery } from '#contract/security-events.ts';
import { coalescer, type Coalesce } from '#server/coalesce.ts';
import { newId } from '#server/db/new-id.ts';
import { fetchPage, newestFirst } from '#server/db/page.ts';
import { walkBack } from '#server/db/walk-back.ts';
import type { Tables } from '#server/db/schema.ts';
import { matchingUserIds } from '#server/people/store.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { Database, Shop } from '#server/shop.ts';

export type SecurityEventRow = Selectable<Tables['security_events']>;

/** An event that matters for the shop's security. It holds no name, no e-mail address and no secret. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account concerned, if it is known. */
  readonly userId: string | undefined;
  /** Undefined for the shop itself and for an operator at the command line. */
  readonly from: RequestSource | undefined;
  /** People by their id, an operator as 'command line'. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Kinds that anybody can cause at will: repetitions are counted, not listed. */
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
 * Writes a security event into the log, at info, and into the table that admins read. Never rejects. Call it after the
 * transaction of the event, not inside it.
 */
export async function recordSecurityEvent(
  shop: Pick<Shop, 'db' | 'clock' | 'log' | 'networkHash'>,
  event: SecurityEvent,
): Promise<void> {
  const { kind, userId, from, details } = event;
  const network = from === undefined ? undefined : shop.networkHash(from.address);
  shop.log.info(
    { securityEvent: kind, userId, reqId: from?.requestId, network, ...details },
    'security event',
  );
  const row = toRow(event, { network, now: shop.clock.now() });
  const write = (times: number) =>
    insertRow(shop.db, { ...row, times }).catch((error: unknown) => {
      shop.log.error({ err: error, securityEvent: kind }, 'a security event could not be stored');
    });
  await (row.merge_key === null ? write(1) : coalesceIn(shop.db)(row.merge_key, write));
}

const counters = new WeakMap<Database, Coalesce>();

function coalesceIn(db: Database): Coalesce {
  const known = counters.get(db) ?? coalescer();
  counters.set(db, known);
  return known;
}

function toRow(
  { kind, userId, from, details }: SecurityEvent,
  { network, now }: { network: string | undefined; now: Date },
) {
  const period = Math.floor(now.getTime() / windowMs);
  return {
    id: newId(now),
    created_at: now,
    kind,
    user_id: userId ?? null,
    request_id: from?.requestId || null,
    network_hash: network ?? null,
    details: details === undefined ? null : JSON.stringify(details),
    merge_key: counted.has(kind) ? hashKey([kind, userId, network, details, period]) : null,
    last_at: now,
  };
}

async function insertRow(
  db: Database,
  row: ReturnType<typeof toRow> & { readonly times: number },
): Promise<void> {
  await db
    .insertInto('security_events')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('merge_key').doUpdateSet(({ ref, eb }) => ({
        times: eb(ref('security_events.times'), '+', row.times),
        last_at: row.last_at,
      })),
    )
    .execute();
}

function hashKey(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A shorter prefix of a network's hash would match others by chance. */
const minNetworkPrefix = 8;

/** One page of security events, newest first; people are given by id. */
export function listSecurityEvents(
  db: Database,
  { q, kind, since, until, ...wanted }: SecurityEventsQuery,
): Promise<Page<SecurityEventRow[]>> {
  let rows = db.selectFrom('security_events').selectAll();
  if (kind) rows = rows.where('kind', '=', kind);
  if (since) rows = rows.where('last_at', '>=', new Date(since));
  if (until) rows = rows.where('created_at', '<=', new Date(until));
  const newest = newestFirst('security_events');
  if (!q) return fetchPage(rows, newest, wanted);
  const isFound = sql<boolean>`(request_id = ${q} or user_id::text in (${matchingUserIds(q)}) or (${q.length >= minNetworkPrefix} and starts_with(network_hash, ${q})))`;
  return walkBack(rows, newest, isFound, wanted);
}

/** The events of one account, newest first. */
export function listSecurityEventsOf(db: Database, userId: string) {
  return db
    .selectFrom('security_events')
    .select(['kind', 'created_at', 'times'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
