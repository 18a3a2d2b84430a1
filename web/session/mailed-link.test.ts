import { expect, test } from 'vitest';
import { mailedLink } from './mailed-link.ts';

const ofLink = (query: string) => mailedLink(new URL(`https://shop.test/verify-email${query}`));

test.each([
  ['?mode=verifyEmail&oobCode=aB-3_x&apiKey=k&lang=en', '/verify-email#token=aB-3_x'],
  ['?lang=en&oobCode=aB-3_x&mode=resetPassword', '/reset-password#token=aB-3_x'],
])('the link %s of a hosted service leads to %s', (query, target) => {
  expect(ofLink(query)).toBe(target);
});

test.each([
  '',
  '?done=yes',
  '?mode=verifyEmail',
  '?mode=verifyEmail&oobCode=',
  '?mode=recoverEmail&oobCode=aB',
  '?mode=constructor&oobCode=aB',
  '?mode=verifyEmail&oobCode=%2F%2Fevil.example',
  '?mode=verifyEmail&oobCode=a%0d%0ab',
])('the address %s leads nowhere else', (query) => {
  expect(ofLink(query)).toBeUndefined();
});
