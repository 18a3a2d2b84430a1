/** The most characters (UTF-16 units) a password may have: a hash costs the same for all of them, and nobody types more. */
export const passwordMax = 128;

/** The sentence beside the field of a password that has more. */
export const passwordTooLong = `Must be ${passwordMax} characters or shorter`;

/** Every refusal of the identity service's own addresses (`/api/identity/…`): code → HTTP status and sentence. */
export const identityErrors = {
  bad_request: [400, 'The request could not be understood.'],
  invalid_email: [422, 'Invalid email address'],
  weak_password: [422, 'Must be 6 character or longer'],
  password_too_long: [422, passwordTooLong],
  common_password: [
    422,
    "Admins of this shop need a better password: this one is common, or it is made of your name, your address or the shop's name.",
  ],
  user_not_found: [401, 'Account does not exist'],
  wrong_password: [401, 'Password incorrect.'],
  email_in_use: [422, 'User account already exists!'],
  link_invalid: [400, 'This link is not valid any more. Please ask for a new one.'],
  email_verified: [409, 'This e-mail address is confirmed already.'],
  proof_needed: [
    401,
    'Type the password of this account to confirm its e-mail address, or set your own.',
  ],
  no_password: [409, 'This account has no password yet. Ask for a mail to choose one.'],
  address_unconfirmed: [409, 'Please confirm your e-mail address first.'],
  wrong_code: [
    401,
    'This code is not right. Wait for the next one, and type it before it changes.',
  ],
  code_step_over: [
    401,
    'This sign-in took too long or had too many wrong codes. Please log in again.',
  ],
  second_factor_on: [409, 'Codes are asked for at your sign-in already.'],
  second_factor_off: [409, 'No codes are asked for at your sign-in. Please begin again.'],
  sign_in_required: [401, 'Please sign in first.'],
  not_allowed: [403, 'This request did not come from the shop.'],
  not_found: [404, 'There is nothing at this address.'],
  too_many_requests: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  device_unknown: [
    429,
    'Somebody typed many wrong passwords for this account. If you are its owner, we have mailed you a link: open it in this browser, then log in.',
  ],
  busy: [503, 'Very many people are signing in right now. Please try again in a few seconds.'],
  internal: [500, 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The code of a refusal of the identity service. */
export type IdentityErrorCode = keyof typeof identityErrors;

/** Why a sign-in with Google came back without one, as the last page of the flow is told. */
export const googleErrors = [
  'account_not_linked',
  'access_denied',
  'code_needed',
  'failed',
] as const;

/** One of `googleErrors`. */
export type GoogleError = (typeof googleErrors)[number];

/** A browser that is signed in, as its account's owner sees it. */
export interface ListedSession {
  readonly id: string;
  /** The one that asks. */
  readonly here: boolean;
  /** ISO 8601. */
  readonly since: string;
  /** When it last renewed its sign-in: exact to an hour. ISO 8601. */
  readonly lastSeen: string;
  /** 'Firefox on Linux'. */
  readonly browser: string;
}

/** How an account is entered. */
export interface SignInWays {
  /** Whether it has a password; one that only knows Google has none. */
  readonly password: boolean;
  readonly secondFactor: boolean;
  readonly recoveryCodesLeft: number;
}

/** What an app that makes codes is given. */
export interface SecondFactorKey {
  /** `otpauth://…`, for a QR code. */
  readonly uri: string;
  /** The same secret, to be typed. */
  readonly secret: string;
}
