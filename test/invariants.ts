import { expect } from 'vitest';
import type { CheckedShop } from '#server/doctor/check.ts';
import { examine, writeReport } from '#server/doctor/examine.ts';

/** The hold of every shop of the tests. */
const orderHoldHours = 72;

/**
 * Every invariant of the shop's books holds, the card provider agrees, and nothing is stuck: what a test asks after
 * everything it did. Work that the minutely round finishes has to be finished before.
 */
export async function expectInvariants({
  db,
  cards,
  clock,
}: Omit<CheckedShop, 'orderHoldHours'>): Promise<void> {
  const findings = await examine({ db, cards, clock, orderHoldHours }, { mostPayments: 10_000 });
  const wrong = writeReport(findings, clock.now()).checks.filter(
    ({ status }) => status !== 'holds',
  );
  expect(wrong.map(({ _id, sentence, rows, note }) => ({ _id, sentence, rows, note }))).toEqual([]);
}
