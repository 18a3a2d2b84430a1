import { expect, it } from 'vitest';
import { matchRefunds } from './match-refunds.ts';
import type { BookedRefund } from './refund-store.ts';

const row = (its: Partial<BookedRefund>): BookedRefund => ({
  id: 'ours',
  provider_id: 're_1',
  state: 'done',
  source: 'admin',
  requested_by: 'ada',
  amount_cents: 300,
  shares: [{ orderId: 'order', cents: 300 }],
  ...its,
});
const refund = (id: string, hasFailed: boolean) => ({
  id,
  amountCents: 300,
  key: undefined,
  hasFailed,
});

it.each([
  ['from before the failure', false],
  ['that tells of the failure', true],
])('a refund that was made again stays where it is by an answer %s', (_when, hasFailed) => {
  const rows = [row({ state: 'replaced' }), row({ id: 'again', provider_id: 're_2' })];
  expect(matchRefunds(rows, [refund('re_1', hasFailed), refund('re_2', false)])).toEqual([]);
});

it('two refunds of one amount take the places of two that failed, and a third is one more', () => {
  const failed = ['re_1', 're_2'].map((id) => row({ id, provider_id: id, state: 'failed' }));
  const made = ['re_3', 're_4', 're_5'].map((id) => refund(id, false));
  const changes = matchRefunds(failed, [refund('re_1', true), refund('re_2', true), ...made]);
  expect(changes.map(({ kind, row: its }) => [kind, its?.id])).toEqual([
    ['again', 're_1'],
    ['again', 're_2'],
    ['foreign', undefined],
  ]);
});

it('one that somebody gave back in the dashboard, and that failed, has no place to take', () => {
  const rows = [row({ source: 'provider', requested_by: null, state: 'failed' })];
  const [change] = matchRefunds(rows, [refund('re_1', true), refund('re_2', false)]);
  expect(change?.kind).toBe('foreign');
});
