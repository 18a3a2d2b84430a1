import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { texts } from '#contract/texts.ts';
import { firebaseCode, fromFirebase, hostedErrors } from './firebase-errors.ts';

const firebaseError = (code: string) => Object.assign(new Error('Firebase: Error'), { code });

test('the hosted service refuses in the words of the embedded one', () => {
  const own = new Set(['user_not_found', 'sign_in_required', 'unavailable']);
  const shared = Object.entries(hostedErrors).filter(([code]) => !own.has(code));
  expect(shared.length).toBeGreaterThan(5);
  for (const [code, refusal] of shared)
    expect({ code, refusal }).toEqual({ code, refusal: errors[code as keyof typeof errors] });
});

test.each([
  ['user-not-found', 'user_not_found', texts.accountDoesNotExist],
  ['wrong-password', 'wrong_password', texts.passwordIncorrect],
  ['email-already-in-use', 'email_in_use', texts.accountExists],
  ['weak-password', 'weak_password', texts.passwordTooShort],
  ['invalid-email', 'invalid_email', texts.emailInvalid],
  ['invalid-credential', 'wrong_password', 'no account with this e-mail address and password'],
  ['password-does-not-meet-requirements', 'weak_password', 'stronger password'],
  ['multi-factor-auth-required', 'unavailable', 'second factor'],
  ['user-disabled', 'account_blocked', 'blocked'],
  ['too-many-requests', 'too_many_requests', 'wait'],
  ['expired-action-code', 'link_invalid', 'not valid any more'],
  ['user-token-expired', 'sign_in_required', texts.loginExpired],
  ['network-request-failed', 'network', 'cannot be reached'],
  ['internal-error', 'unavailable', 'sign-in service'],
  ['constructor', 'unavailable', 'sign-in service'],
])('auth/%s is %s to the pages', (code, told, sentence) => {
  expect(fromFirebase(firebaseError(`auth/${code}`))).toMatchObject({
    name: 'ApiError',
    code: told,
    message: expect.stringContaining(sentence),
  });
});

test("an error that is not Firebase's is passed on as it is", () => {
  for (const error of [new TypeError('no'), firebaseError('app/no-app'), 'auth/internal-error']) {
    expect(fromFirebase(error)).toBe(error);
    expect(firebaseCode(error)).toBeUndefined();
  }
});
