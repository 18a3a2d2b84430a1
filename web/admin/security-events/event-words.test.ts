import { expect, test } from 'vitest';
import { wordsOf } from './event-words.ts';

test('says what happened, and what else is known of it', () => {
  expect(wordsOf({ kind: 'sign_in_failed', details: null })).toEqual({
    what: 'Sign-in failed',
    more: undefined,
  });
  expect(wordsOf({ kind: 'admin_call_refused', details: { call: 'listAllOrders' } }).more).toBe(
    'GET /api/order',
  );
  expect(wordsOf({ kind: 'admin_call_refused', details: { call: 'ofAnOlderShop' } }).more).toBe(
    'ofAnOlderShop',
  );
  expect(
    wordsOf({ kind: 'role_changed', details: { role: 'admin', by: 'ada@example.com' } }).more,
  ).toBe('Now an admin, by ada@example.com');
  expect(
    wordsOf({ kind: 'role_changed', details: { role: 'user', by: 'command line' } }).more,
  ).toBe('Now no admin, by command line');
  expect(
    wordsOf({ kind: 'account_taken_over', details: { by: 'ada@example.com', times: 2 } }).more,
  ).toBe('by: ada@example.com, times: 2');
});
