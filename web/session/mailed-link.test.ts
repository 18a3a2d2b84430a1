import { expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { mailedLink } from './mailed-link.ts';

const firebase: Site['identity'] = {
  provider: 'firebase',
  apiKey: 'key of the shop',
  authDomain: 'shop-1a2b3.firebaseapp.com',
  projectId: 'shop-1a2b3',
};
const ofLink = (query: string, identity: Site['identity'] = firebase) =>
  mailedLink(new URL(`https://shop.test/verify-email${query}`), () => Promise.resolve(identity));

test.each([
  ['?mode=verifyEmail&oobCode=aB-3_x&apiKey=k&lang=en', '/verify-email#token=aB-3_x'],
  ['?lang=en&oobCode=aB-3_x&mode=resetPassword', '/reset-password#token=aB-3_x'],
])('the link %s of a hosted service leads to %s', async (query, target) => {
  expect(await ofLink(query)).toBe(target);
});

test.each([
  '',
  '?done=yes',
  '?mode=verifyEmail',
  '?mode=verifyEmail&oobCode=',
  '?mode=recoverEmail&oobCode=%2F%2Fevil.example',
  '?mode=verifyAndChangeEmail&oobCode=aB-3_x',
  '?mode=constructor&oobCode=aB',
  '?mode=verifyEmail&oobCode=%2F%2Fevil.example',
  '?mode=verifyEmail&oobCode=a%0d%0ab',
])('the address %s leads nowhere else', async (query) => {
  expect(await ofLink(query)).toBeUndefined();
});

const undo =
  '?mode=recoverEmail&oobCode=aB-3_x&apiKey=another&continueUrl=https%3A%2F%2Fevil.example';

test("the link that undoes a change of address leads to the service's own page", async () => {
  expect(await ofLink(undo)).toBe(
    'https://shop-1a2b3.firebaseapp.com/__/auth/action?mode=recoverEmail&oobCode=aB-3_x&apiKey=key+of+the+shop&lang=en',
  );
});

test('and nowhere else in a shop that signs people in itself', async () => {
  expect(await ofLink(undo, { provider: 'embedded' })).toBeUndefined();
});
