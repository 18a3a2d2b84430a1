import * as z from 'zod/mini';
import { Email, Moment, PageQuery, line, sortsBy, text } from './fields.ts';

/** An account as its owner and admins see it (Spec §3). A truthy `role` means admin. */
export const User = z.object({
  _id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  role: z.nullable(z.string()),
  phone: z.string(),
  address: z.string(),
  education: z.string(),
  linkedin: z.string(),
  createdAt: Moment,
  /** Since when an admin has blocked it; null if not blocked. */
  blockedAt: z.nullable(Moment),
  /** For an admin who has to turn on a second factor: from when on the role has no power without it, and whether that time has passed. Not in lists. */
  secondFactorDue: z.optional(z.object({ at: Moment, passed: z.boolean() })),
  /** For an admin without power because of a common password. Only in one's own account. */
  passwordTooCommon: z.optional(z.boolean()),
  /** For admins, and only in the list of users: whether sign-ins ask for a code. */
  secondFactor: z.optional(z.boolean()),
});
export type User = z.infer<typeof User>;

/** An http or https address, or nothing. */
const LinkedIn = line(300, 0).check(
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && z.safeParse(z.url(), value).success),
    'Must be an http or https address.',
  ),
);

/** The body of a profile edit or a sign-in (Spec §7). `email`, `role` and other fields are ignored. */
export const ProfileEdit = z.object({
  name: z.optional(line(120, 0)),
  phone: z.optional(line(40, 0)),
  address: z.optional(text(500, 0)),
  education: z.optional(text(500, 0)),
  linkedin: z.optional(LinkedIn),
});
export type ProfileEdit = z.infer<typeof ProfileEdit>;

/** After a sign-in also the shop's access token and when it expires. */
export const UserPut = z.object({
  result: z.object({ acknowledged: z.boolean() }),
  accessToken: z.optional(z.string()),
  expiresAt: z.optional(Moment),
});

/** `powerBegins` is there for an account that has no power yet because its address is not confirmed. */
export const AdminMade = z.object({
  acknowledged: z.boolean(),
  powerBegins: z.optional(z.literal('with_proof')),
});

/** The path parameter of every call about an account. */
export const UserAddress = z.object({ email: Email });

/** A call about the account in its path. */
export const ofUser = { params: UserAddress, missing: 'user_not_found' } as const;

/** Which accounts the admin's table shows, and in which order; `q` searches names and e-mail addresses. */
export const UsersWanted = z.object({
  q: z.optional(line(100, 0)),
  role: z.optional(z.enum(['admin', 'user'])),
  blocked: z.optional(z.enum(['yes', 'no'])),
  sort: z.optional(sortsBy('name', 'email')),
});
export type UsersWanted = z.infer<typeof UsersWanted>;

/** One page of them. */
export const UsersQuery = z.extend(UsersWanted, PageQuery);
export type UsersQuery = z.infer<typeof UsersQuery>;
