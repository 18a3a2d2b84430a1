import type {
  ChargeRow,
  IntentRow,
  SandboxDatabase,
  SandboxTransaction,
  SeenCharge,
} from './tables.ts';

type Open = SandboxDatabase | SandboxTransaction;

/** Undefined when there is none. */
export function findIntent(db: Open, id: string): Promise<IntentRow | undefined> {
  return db
    .selectFrom('card_sandbox.payment_intents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

interface Stretch {
  readonly since: Date;
  readonly until: Date | undefined;
  readonly after: string | undefined;
  readonly most: number;
}

/** Intents made since a moment, not since another, and before the one with the id `after`; newest first. */
export function findIntents(
  db: Open,
  { since, until, after, most }: Stretch,
): Promise<IntentRow[]> {
  let query = db
    .selectFrom('card_sandbox.payment_intents as intent')
    .selectAll()
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
  if (until !== undefined) query = query.where('created_at', '<', until);
  if (after === undefined) return query.execute();
  return query
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('intent.created_at', 'intent.id'),
        '<',
        selectFrom('card_sandbox.payment_intents as last')
          .select(['last.created_at', 'last.id'])
          .where('last.id', '=', after)
          .$asTuple('created_at', 'id'),
      ),
    )
    .execute();
}

interface Move {
  readonly status: IntentRow['status'];
  readonly challenge?: IntentRow['challenge'];
  readonly last_payment_error?: IntentRow['last_payment_error'];
  readonly latest_charge?: string;
  readonly canceled_at?: Date;
}

/**
 * Moves an intent on from one of these statuses. This one conditional UPDATE decides the races between pay and cancel and
 * between two payments; undefined when another call was first.
 */
export function moveIntent(
  tx: SandboxTransaction,
  id: string,
  from: readonly IntentRow['status'][],
  { challenge = null, last_payment_error = null, ...rest }: Move,
): Promise<IntentRow | undefined> {
  return tx
    .updateTable('card_sandbox.payment_intents')
    .set({
      ...rest,
      challenge: challenge === null ? null : JSON.stringify(challenge),
      last_payment_error: last_payment_error === null ? null : JSON.stringify(last_payment_error),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined when there is none. */
export async function findCharge(db: Open, id: string): Promise<SeenCharge | undefined> {
  const charge = await db
    .selectFrom('card_sandbox.charges')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('card_sandbox.disputes')
        .select('card_sandbox.disputes.id')
        .whereRef('card_sandbox.disputes.charge', '=', 'card_sandbox.charges.id')
        .limit(1)
        .as('dispute'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (charge === undefined) return undefined;
  const { dispute, ...row } = charge;
  return { ...row, disputed: dispute !== null };
}

/** A charge that succeeded or failed. */
export async function insertCharge(tx: SandboxTransaction, charge: ChargeRow): Promise<void> {
  await tx.insertInto('card_sandbox.charges').values(charge).execute();
}
