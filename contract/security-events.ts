import * as z from 'zod/mini';
import { Id, Moment, PageQuery, line } from './fields.ts';

/** The kinds of security events, each with the sentence that admins read. */
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

export type SecurityEventKind = keyof typeof securityEventKinds;

const kinds = Object.keys(securityEventKinds) as [SecurityEventKind, ...SecurityEventKind[]];

/** A security event; repetitions that anybody can cause are one event per ten minutes, with a count. */
export const SecurityEvent = z.object({
  _id: Id,
  kind: z.enum(kinds),
  createdAt: Moment,
  /** When it last happened. */
  lastAt: Moment,
  times: z.number(),
  userId: z.nullable(Id),
  /** The current name of the account; null if no known account is concerned. */
  person: z.nullable(z.string()),
  /** A keyed hash of the network address. */
  network: z.nullable(z.string()),
  /** The id of the first request, as in the log. */
  requestId: z.nullable(z.string()),
  details: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** Which events to list; `q` finds people, a network (its first 8 characters or more) and a request. */
export const SecurityEventsQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  kind: z.optional(z.enum(kinds)),
  since: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
});
export type SecurityEventsQuery = z.infer<typeof SecurityEventsQuery>;
