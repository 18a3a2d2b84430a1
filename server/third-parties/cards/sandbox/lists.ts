import { sql } from 'kysely';
import { required, type WireCall } from './form.ts';
import { chargeObject, disputeObject, refundObject } from './objects.ts';
import type { WireReply } from './refusal.ts';
import type { ChargeRow, DisputeRow, RefundRow } from './tables.ts';

interface Rows {
  readonly charges: ChargeRow;
  readonly disputes: DisputeRow;
  readonly refunds: RefundRow;
}

/** Rows of one page, unless fewer are left. */
const most = 100;

/** `GET /v1/{name}` of a payment intent, newest first, a hundred at a time; `starting_after` names the last of the page before. */
function listOf<Name extends keyof Rows>(name: Name, show: (row: Rows[Name]) => unknown) {
  return async ({ tx, form }: WireCall): Promise<WireReply> => {
    const table = sql.table(`card_sandbox.${name}`);
    const after = form.get('starting_after');
    const older =
      after === undefined
        ? sql`true`
        : sql`(created_at, id) < (select created_at, id from ${table} where id = ${after})`;
    const { rows } = await sql<Rows[Name]>`
      select * from ${table}
      where payment_intent = ${required(form, 'payment_intent')} and ${older}
      order by created_at desc, id desc limit ${most + 1}`.execute(tx);
    const data = rows.slice(0, most).map(show);
    const list = { object: 'list', data, has_more: rows.length > most, url: `/v1/${name}` };
    return { status: 200, body: list };
  };
}

/** Also charges that failed. */
export const listCharges = listOf('charges', (row) => chargeObject(row));
/** Every refund, whoever made it. */
export const listRefunds = listOf('refunds', refundObject);
/** Open and closed ones. */
export const listDisputes = listOf('disputes', disputeObject);
