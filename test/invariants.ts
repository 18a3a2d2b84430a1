import { expect } from 'vitest';
import type { CheckedShop } from '#server/doctor/check.ts';
import { examine, showFindings } from '#server/doctor/examine.ts';

/** ORDER_HOLD_HOURS in tests. */
const orderHoldHours = 72;

/**
 * Expects that every check of the doctor passes, also those at the card provider. Call it after the minutely work has
 * finished what is open.
 */
export async function expectInvariants({
  db,
  cards,
  clock,
  paymentMark,
}: Omit<CheckedShop, 'orderHoldHours'>): Promise<void> {
  const findings = await examine(
    { db, cards, clock, paymentMark, orderHoldHours },
    { mostPayments: 10_000 },
  );
  const wrong = showFindings(findings).filter(({ status }) => status !== 'holds');
  expect(wrong.map(({ _id, sentence, rows, note }) => ({ _id, sentence, rows, note }))).toEqual([]);
}
