import * as z from 'zod/mini';
import { Email, Moment, PageQuery, line, text } from './fields.ts';

/** An account as itself and admins see it (Spec §3). `role` truthy means admin. */
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
  /** Since when an admin keeps it out; null for everybody else. */
  blockedAt: z.nullable(Moment),
  /**
   * An admin without a second factor where one is demanded: from when on the role has no power without, and whether that
   * has come. Absent for everybody else, and in lists.
   */
  secondFactorDue: z.optional(z.object({ at: Moment, passed: z.boolean() })),
  /** An admin whose password is common where none may be: the role has no power. Only oneself is told; absent otherwise. */
  passwordTooCommon: z.optional(z.boolean()),
  /** Whether sign-ins of an admin ask for a code. Only of admins, and only in the list that admins read. */
  secondFactor: z.optional(z.boolean()),
});
export type User = z.infer<typeof User>;

/** A web address people may follow: http or https, or nothing. */
const LinkedIn = line(300, 0).check(
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && z.safeParse(z.url(), value).success),
    'Must be an http or https address.',
  ),
);

/** What a profile edit or a sign-in sends (Spec §7). `email`, `role` and anything else are ignored: the path and the token decide. */
export const ProfileEdit = z.object({
  name: z.optional(line(120, 0)),
  phone: z.optional(line(40, 0)),
  address: z.optional(text(500, 0)),
  education: z.optional(text(500, 0)),
  linkedin: z.optional(LinkedIn),
});
export type ProfileEdit = z.infer<typeof ProfileEdit>;

/** The edit was stored; after a sign-in also the shop's own access token and when it ends. */
export const UserPut = z.object({
  result: z.object({ acknowledged: z.boolean() }),
  accessToken: z.optional(z.string()),
  expiresAt: z.optional(Moment),
});

/** The role is given; `powerBegins` is said of an account whose address is not confirmed: it has no power until then. */
export const AdminMade = z.object({
  acknowledged: z.boolean(),
  powerBegins: z.optional(z.literal('with_proof')),
});

/** The path parameter of every user call. */
export const UserAddress = z.object({ email: Email });

/** Orders of the admin's table of users. */
const userSorts = ['newest', 'oldest', 'name', 'email'] as const;

/** Which accounts the admin's table shows, and how; `q` finds names and e-mail addresses. */
export const UsersQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  role: z.optional(z.enum(['admin', 'user'])),
  blocked: z.optional(z.enum(['yes', 'no'])),
  sort: z.optional(z.enum(userSorts)),
});
export type UsersQuery = z.infer<typeof UsersQuery>;
