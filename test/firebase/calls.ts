import { decodeJwt } from 'jose';
import { addressIn, shownUser, type StandInAccounts, type StandInUser } from './accounts.ts';
import { Refused } from './refused.ts';
import type { StandInTokens } from './tokens.ts';

/** The fields of a request's body. */
export type Fields = Readonly<Record<string, unknown>>;

interface Call {
  /** Such as `POST /identitytoolkit.googleapis.com/v1/accounts:signUp`. */
  readonly what: string;
  readonly query: URLSearchParams;
  readonly fields: Fields;
  /** Whether it is made with authority over the project. */
  readonly isOwner: boolean;
}

interface Project {
  readonly accounts: StandInAccounts;
  readonly tokens: StandInTokens;
  readonly projectId: string;
  readonly origin: string;
}

type Answer = (call: Call) => Promise<object> | object;

/** Answers the calls of a project; rejects with `Refused`. */
export function answersOf(project: Project): Answer {
  const { accounts, projectId } = project;
  const toolkit = 'identitytoolkit.googleapis.com/v1';
  const owned = `${toolkit}/projects/${projectId}/accounts`;
  const emulator = `emulator/v1/projects/${projectId}`;
  const ofBrowser = callsOfBrowser(project);
  const ofOwner = callsOfOwner(project);
  const table: Record<string, Answer> = {
    ...Object.fromEntries(
      Object.entries(ofBrowser).map(([name, answer]) => [
        `POST /${toolkit}/accounts:${name}`,
        withKey(answer),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(ofOwner).map(([name, answer]) => [`POST /${owned}${name}`, asOwner(answer)]),
    ),
    'POST /securetoken.googleapis.com/v1/token': withKey(({ fields }) =>
      refreshed(project, fields),
    ),
    [`GET /${toolkit}/projects`]: withKey(() => ({
      projectId,
      authorizedDomains: ['localhost', '127.0.0.1'],
    })),
    [`GET /${toolkit}/recaptchaParams`]: withKey(() => ({
      recaptchaStoken: 'stand-in',
      recaptchaSiteKey: 'stand-in',
    })),
    'GET /identitytoolkit.googleapis.com/v2/recaptchaConfig': withKey(() => ({
      recaptchaEnforcementState: [],
    })),
    'GET /identitytoolkit.googleapis.com/v2/passwordPolicy': withKey(() => ({
      customStrengthOptions: { minPasswordLength: 6 },
      enforcementState: 'OFF',
      schemaVersion: 1,
    })),
    [`PATCH /identitytoolkit.googleapis.com/v2/projects/${projectId}/config`]: asOwner(
      ({ fields }) => {
        const { emailPrivacyConfig } = fields as {
          emailPrivacyConfig?: { enableImprovedEmailPrivacy?: boolean };
        };
        accounts.hidesAccounts = emailPrivacyConfig?.enableImprovedEmailPrivacy === true;
        return { emailPrivacyConfig };
      },
    ),
    [`GET /${emulator}/oobCodes`]: () => ({ oobCodes: accounts.codes }),
    [`DELETE /${emulator}/accounts`]: () => {
      accounts.users.clear();
      accounts.codes = [];
      return {};
    },
    'GET /': () => ({ authEmulator: { ready: true } }),
    'POST /token': () => ({ access_token: 'owner', expires_in: 3600, token_type: 'Bearer' }),
  };
  return (call) => {
    const answer = table[call.what];
    if (answer === undefined) throw new Refused('NOT_FOUND', 404);
    return answer(call);
  };
}

/** Browsers name the project by its key. */
function withKey(answer: Answer): Answer {
  return (call) => {
    if (!call.query.get('key')) throw new Refused('The request is missing a valid API key.', 403);
    return answer(call);
  };
}

function asOwner(answer: Answer): Answer {
  return (call) => {
    if (!call.isOwner) throw new Refused('INSUFFICIENT_PERMISSION', 403);
    return answer(call);
  };
}

/** The calls that pages make, by what follows `accounts:`. */
function callsOfBrowser(project: Project): Record<string, Answer> {
  const { accounts, tokens } = project;
  const signedIn = ({ idToken }: Fields) => holderOf(project, idToken);
  const shown = ({ localId, email, displayName }: StandInUser) => ({
    localId,
    email,
    ...(displayName !== undefined && { displayName }),
  });
  return {
    signUp: async ({ fields }) => {
      if (fields['password'] === undefined) throw new Refused('ADMIN_ONLY_OPERATION');
      const { displayName, password } = fields;
      const user = accounts.create(addressIn(fields), { displayName, password });
      return { ...shown(user), ...(await tokens.begin(user, 'password')) };
    },
    signInWithPassword: async ({ fields }) => {
      const user = accounts.withPassword(addressIn(fields), fields['password']);
      return { registered: true, ...shown(user), ...(await tokens.begin(user, 'password')) };
    },
    signInWithIdp: ({ fields }) => byGoogle(project, fields),
    createAuthUri: ({ fields }) => {
      const user = accounts.byEmail(String(fields['identifier']).toLowerCase());
      if (accounts.hidesAccounts) return { sessionId: 'stand-in' };
      const signinMethods = user?.passwordHash === undefined ? [] : ['password'];
      return { sessionId: 'stand-in', registered: user !== undefined, signinMethods };
    },
    lookup: ({ fields }) => ({ users: [shownUser(signedIn(fields).user)] }),
    update: async ({ fields }) => {
      if (fields['oobCode'] !== undefined) {
        const user = accounts.useCode(fields['oobCode']);
        return { ...shown(user), emailVerified: true };
      }
      const { user } = signedIn(fields);
      const { displayName, email, password } = fields;
      accounts.update(user, { displayName, email, password });
      const anew = fields['returnSecureToken'] === true || password !== undefined;
      return { ...shownUser(user), ...(anew && (await tokens.begin(user, 'password'))) };
    },
    delete: ({ fields }) => {
      accounts.users.delete(signedIn(fields).user.localId);
      return {};
    },
    sendOobCode: ({ fields }) => {
      const { requestType } = fields;
      const user =
        fields['idToken'] === undefined
          ? accounts.byEmail(addressIn(fields))
          : signedIn(fields).user;
      if (user === undefined && !accounts.hidesAccounts) throw new Refused('EMAIL_NOT_FOUND');
      if (user !== undefined) accounts.mail(user, { requestType, origin: project.origin });
      return { email: user?.email ?? addressIn(fields) };
    },
    resetPassword: ({ fields }) => {
      const { email, requestType } = accounts.codeOf(fields['oobCode']);
      if (fields['newPassword'] !== undefined)
        accounts.useCode(fields['oobCode'], fields['newPassword']);
      return { email, requestType };
    },
  };
}

/** The calls of a server with authority, by what follows `accounts`. */
function callsOfOwner({ accounts }: Project): Record<string, Answer> {
  return {
    '': ({ fields }) => {
      const { localId, email } = accounts.create(addressIn(fields), fields);
      return { localId, email };
    },
    ':lookup': ({ fields }) => {
      const ids = [fields['localId'] ?? []].flat();
      const emails = [fields['email'] ?? []].flat();
      const users = [...accounts.users.values()].filter(
        ({ localId, email }) => ids.includes(localId) || emails.includes(email),
      );
      return users.length === 0 ? {} : { users: users.map(shownUser) };
    },
    ':update': ({ fields }) => {
      const user = accounts.byId(fields['localId']);
      accounts.update(user, fields);
      return shownUser(user);
    },
    ':delete': ({ fields }) => {
      accounts.users.delete(accounts.byId(fields['localId']).localId);
      return {};
    },
  };
}

/** Whom an identity token is of, if the sign-in has not ended. */
function holderOf({ accounts, tokens }: Project, idToken: unknown) {
  const { localId, authTime } = tokens.said(idToken);
  const user = accounts.byId(localId);
  if (user.disabled) throw new Refused('USER_DISABLED');
  if (user.validSince > authTime) throw new Refused('TOKEN_EXPIRED');
  return { user, authTime };
}

async function refreshed({ accounts, tokens, projectId }: Project, fields: Fields) {
  if (fields['grant_type'] !== 'refresh_token') throw new Refused('INVALID_GRANT_TYPE');
  const refreshToken = String(fields['refresh_token']);
  const signIn = tokens.signInOf(refreshToken);
  const user = accounts.byId(signIn.localId);
  if (user.disabled) throw new Refused('USER_DISABLED');
  if (user.validSince > signIn.authTime) throw new Refused('TOKEN_EXPIRED');
  const token = await tokens.identityToken(user, signIn);
  return {
    id_token: token,
    access_token: token,
    refresh_token: refreshToken,
    expires_in: '3600',
    token_type: 'Bearer',
    user_id: user.localId,
    project_id: projectId,
  };
}

/** As the emulator does, it believes Google's token without its signature, or the claims themselves. */
async function byGoogle({ accounts, tokens }: Project, fields: Fields) {
  const sent = new URLSearchParams(String(fields['postBody']));
  if (sent.get('providerId') !== 'google.com') throw new Refused('OPERATION_NOT_ALLOWED');
  const given = sent.get('id_token') ?? '';
  const claims = claimsOf(given);
  const { sub, name } = claims;
  if (typeof sub !== 'string') throw new Refused('INVALID_IDP_RESPONSE : no subject');
  const person = {
    sub,
    email: addressIn(claims),
    name: typeof name === 'string' ? name : undefined,
  };
  const { user, isNew } = accounts.withGoogle(person);
  const { localId, email, displayName } = user;
  return {
    federatedId: `https://accounts.google.com/${sub}`,
    providerId: 'google.com',
    localId,
    email,
    emailVerified: true,
    ...(displayName !== undefined && { displayName }),
    oauthIdToken: given,
    rawUserInfo: JSON.stringify(claims),
    ...(isNew && { isNewUser: true }),
    ...(await tokens.begin(user, 'google.com')),
  };
}

function claimsOf(given: string): Fields {
  try {
    return given.startsWith('{') ? (JSON.parse(given) as Fields) : decodeJwt(given);
  } catch {
    throw new Refused('INVALID_IDP_RESPONSE : Unable to parse id_token');
  }
}
