import * as z from 'zod/mini';
import { Email, line } from '#contract/fields.ts';
import type { Proof } from '#server/third-parties/identity/port.ts';
import type { Authority } from './authority.ts';
import { callFirebase, fail, type Wire } from './call-firebase.ts';
import { addressesOf, type FirebaseProject } from './project.ts';

/** Numbers are numbers or strings of digits, as Google's APIs write them. */
const Count = z.pipe(
  z.union([z.number().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,16}$/))]),
  z.transform(Number),
);

const Users = z.object({
  users: z.optional(
    z.array(
      z.object({
        localId: z.string(),
        email: z.optional(z.unknown()),
        emailVerified: z.optional(z.boolean()),
        /** Whatever its owner has set. */
        displayName: z.optional(z.unknown()),
        tenantId: z.optional(z.unknown()),
        disabled: z.optional(z.boolean()),
        /** Seconds. */
        validSince: z.optional(Count),
        /** Milliseconds. */
        createdAt: z.optional(Count),
        passwordUpdatedAt: z.optional(Count),
        providerUserInfo: z.optional(z.array(z.object({ providerId: z.string() }))),
      }),
    ),
  ),
});
type User = NonNullable<z.infer<typeof Users>['users']>[number];

/** An account as the service knows it now. */
export interface FirebaseAccount {
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly disabled: boolean;
  /** Seconds since 1970: tokens of earlier sign-ins are not valid any more. */
  readonly validSince: number;
  /** How its address was proven, if it is. */
  readonly proof: Proof;
}

/** Why the service refuses a token or an account; anything else is an outage, such as a wrong API key or a used-up quota. */
const ofAccount = new Set([
  'INVALID_ID_TOKEN',
  'TOKEN_EXPIRED',
  'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  'USER_NOT_FOUND',
  'USER_DISABLED',
]);

/** The account that an identity token is of; undefined when the service does not accept the token, or it is of a tenant of the project. Refuses with `unavailable`. */
export async function findByToken(
  wire: Wire,
  project: FirebaseProject,
  idToken: string,
): Promise<FirebaseAccount | undefined> {
  const { identityToolkit } = addressesOf(project);
  const key = new URLSearchParams({ key: project.apiKey }).toString();
  return found(wire, `${identityToolkit}/v1/accounts:lookup?${key}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  });
}

/** The calls about other people's accounts. Each refuses with `unavailable`. */
export function managedAccounts(wire: Wire, project: FirebaseProject, authority: Authority) {
  const base = `${addressesOf(project).identityToolkit}/v1/projects/${project.projectId}/accounts`;
  const asked = async (body: object): Promise<RequestInit> => ({
    headers: { 'content-type': 'application/json', authorization: await authority() },
    body: JSON.stringify(body),
  });
  /** Does it, unless the account is gone. */
  async function change(call: string, about: object): Promise<void> {
    const answer = await callFirebase(wire, `${base}${call}`, await asked(about));
    if ('refused' in answer && answer.refused !== 'USER_NOT_FOUND')
      fail(wire, `refused ${call.slice(1)}: ${answer.refused}`);
  }
  return {
    find: async (about: { localId: string[] } | { email: string[] }) =>
      found(wire, `${base}:lookup`, await asked(about)),
    /** Ends its sessions of before; `validSince` in seconds since 1970. */
    endSessions: (localId: string, validSince: number) =>
      change(':update', { localId, validSince: String(validSince) }),
    delete: (localId: string) => change(':delete', { localId }),
    /** Creates an account; undefined when its address has one. */
    async create(account: {
      readonly email: string;
      readonly password: string;
      readonly displayName: string;
      readonly emailVerified: boolean;
    }): Promise<string | undefined> {
      const answer = await callFirebase(wire, base, await asked(account));
      if ('refused' in answer && answer.refused === 'EMAIL_EXISTS') return undefined;
      const created = z.safeParse(
        z.object({ localId: z.string() }),
        'body' in answer && answer.body,
      );
      return created.success ? created.data.localId : fail(wire, 'created no account');
    },
  };
}

async function found(
  wire: Wire,
  address: string,
  asked: RequestInit,
): Promise<FirebaseAccount | undefined> {
  const answer = await callFirebase(wire, address, asked);
  if ('refused' in answer)
    return ofAccount.has(answer.refused) ? undefined : fail(wire, `answered ${answer.refused}`);
  const parsed = z.safeParse(Users, answer.body);
  if (!parsed.success) fail(wire, 'answered with something else than accounts');
  const [user] = parsed.data?.users ?? [];
  const email = z.safeParse(Email, user?.email);
  if (user === undefined || !email.success) return undefined;
  // Whoever keeps a tenant gives its people what addresses they like.
  return user.tenantId === undefined ? asAccount(user, email.data) : undefined;
}

/** As the shop takes it from those who type it there. */
const Name = line(120);

function asAccount(user: User, email: string): FirebaseAccount {
  return {
    subject: user.localId,
    email,
    emailVerified: user.emailVerified === true,
    name: Name.safeParse(user.displayName).data,
    disabled: user.disabled === true,
    validSince: user.validSince ?? 0,
    proof: proofOf(user),
  };
}

/** The two times of a registration are this close. */
const registrationMs = 1000;

/**
 * Only whoever registered has the password of the registration: a reset has changed it, and Google has dropped it from an
 * account whose address was not confirmed.
 */
function proofOf({ providerUserInfo = [], passwordUpdatedAt, createdAt }: User): Proof {
  const ways = new Set(providerUserInfo.map(({ providerId }) => providerId));
  if (ways.has('google.com')) return 'google';
  const isFirstPassword =
    passwordUpdatedAt !== undefined &&
    createdAt !== undefined &&
    passwordUpdatedAt <= createdAt + registrationMs;
  return ways.has('password') && isFirstPassword ? 'link' : 'reset';
}
