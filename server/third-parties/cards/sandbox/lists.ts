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

/** `GET /v1/{name}` of a payment intent, newest first, all of them on one page. */
function listOf<Name extends keyof Rows>(name: Name, show: (row: Rows[Name]) => unknown) {
  return async ({ tx, form }: WireCall): Promise<WireReply> => {
    const { rows } = await sql<Rows[Name]>`
      select * from ${sql.table(`card_sandbox.${name}`)}
      where payment_intent = ${required(form, 'payment_intent')}
      order by created_at desc, id desc limit 100`.execute(tx);
    const list = { object: 'list', data: rows.map(show), has_more: false, url: `/v1/${name}` };
    return { status: 200, body: list };
  };
}

/** Also charges that failed. */
export const listCharges = listOf('charges', (row) => chargeObject(row));
/** Every refund, whoever made it. */
export const listRefunds = listOf('refunds', refundObject);
/** Open and closed ones. */
export const listDisputes = listOf('disputes', disputeObject);
