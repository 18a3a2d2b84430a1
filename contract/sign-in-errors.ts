import { texts } from './texts.ts';

/** What an identity service may refuse, the embedded one or a hosted one: the screens show the same for both. */
export const signInErrors = {
  account_blocked: [403, 'This account is blocked. Please write to us.'],
  invalid_email: [422, texts.emailInvalid],
  weak_password: [422, texts.passwordTooShort],
  wrong_password: [401, texts.passwordIncorrect],
  email_in_use: [422, texts.accountExists],
  link_invalid: [400, 'This link is not valid any more. Please ask for a new one.'],
  email_verified: [409, 'This e-mail address is confirmed already.'],
  proof_needed: [
    401,
    'Type the password of this account to confirm its e-mail address, or set your own.',
  ],
  no_password: [409, 'This account has no password yet. Ask for a mail to choose one.'],
} as const;
