import type {
  ChargeRow,
  IntentRow,
  SandboxDatabase,
  SandboxTransaction,
  SeenCharge,
} from './tables.ts';

type Open = SandboxDatabase | SandboxTransaction;

/** One intent; undefined when there is none of this id. */
export function findIntent(db: Open, id: string): Promise<IntentRow | undefined> {
  return db
    .selectFrom('card_sandbox.payment_intents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The columns that change when an intent moves on. */
interface Move {
  readonly status: IntentRow['status'];
  readonly challenge?: IntentRow['challenge'];
  readonly last_payment_error?: IntentRow['last_payment_error'];
  readonly latest_charge?: string;
  readonly canceled_at?: Date;
}

/**
 * Moves an intent on, if it still is where the caller thinks: this one conditional UPDATE decides between
 * pay and cancel, and between two pays. Undefined when somebody was faster.
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

/** The charge of this id; undefined when there is none. */
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

/** Stores a charge: collected or failed. */
export async function insertCharge(tx: SandboxTransaction, charge: ChargeRow): Promise<void> {
  await tx.insertInto('card_sandbox.charges').values(charge).execute();
}
