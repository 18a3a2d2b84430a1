/** What of signing in, of power and of attacks is written down; the sentence is what admins read. */
export const securityEventKinds = {
  sign_in_done: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_limited: 'Sign-in limited: too many attempts',
  registered: 'Registered',
  reset_asked: 'Asked for a password reset',
  reset_done: 'Chose a new password by a mailed link',
  password_changed: 'Changed the password while signed in',
  sessions_ended: 'Sessions ended',
  second_factor_on: 'Turned the second factor on',
  second_factor_off: 'Turned the second factor off',
  second_factor_reset: 'Second factor taken off by an operator',
  second_factor_failed: 'Wrong code of the second factor',
  address_confirmed: 'Confirmed the e-mail address',
  account_taken_over: 'Lost the e-mail address to whoever proved to own it',
  role_changed: 'Admin role changed',
  account_blocked: 'Account blocked',
  account_unblocked: 'Account unblocked',
  data_downloaded: "Downloaded the account's data",
  account_closed: 'Account closed',
  admin_call_refused: "An admin's call was refused",
  forged_message: 'A message that the card provider did not sign',
} as const;

/** The kind of a security event. */
export type SecurityEventKind = keyof typeof securityEventKinds;
