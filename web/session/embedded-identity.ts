import { texts } from '#contract/texts.ts';
import { googlePopup } from './google-popup.ts';
import { identityRequest, type IdentityAnswer } from './identity-request.ts';
import { IdentityError, type BrowserIdentity, type IdentityUser } from './identity.ts';

/** The identity service that lives in the shop's own process. */
export const identity: BrowserIdentity = {
  current,
  async signIn(credentials) {
    const answer = await identityRequest('/sign-in/email', credentials);
    return answer.body['secondFactor'] === true ? undefined : signedIn(answer);
  },
  signInByCode: async (code) => signedIn(await identityRequest('/sign-in/code', { code })),
  // One request does the three things: the service requests the mail itself and stores the name with the account.
  register: async (account) => signedIn(await identityRequest('/sign-up/email', account)),
  async sendVerificationEmail() {
    await identityRequest('/send-verification-email', { email: (await someone()).email });
  },
  async setDisplayName(name) {
    await someone();
    await identityRequest('/update-user', { name });
  },
  async sendPasswordReset(email) {
    await identityRequest('/request-password-reset', { email });
  },
  async verifyEmail(token, password) {
    await identityRequest(
      '/verify-email',
      password === undefined ? { token } : { token, password },
    );
  },
  async resetPassword(token, newPassword) {
    await identityRequest('/reset-password', { token, newPassword });
  },
  async confirmDevice(token) {
    await identityRequest('/confirm-device', { token });
  },
  async signInWithGoogle(signal) {
    const end = await googlePopup(signal);
    return end === 'signed-in' ? await current() : undefined;
  },
  async getIdToken() {
    const { status, body } = await identityRequest('/token', undefined, 'answer');
    return status === 200 && typeof body['token'] === 'string' ? body['token'] : undefined;
  },
  async signOut() {
    await identityRequest('/sign-out', {});
  },
};

async function current(): Promise<IdentityUser | undefined> {
  const { body } = await identityRequest('/get-session');
  return body['user'] === null || body['user'] === undefined ? undefined : userOf(body['user']);
}

function signedIn({ body }: IdentityAnswer): IdentityUser {
  return userOf(body['user']);
}

function userOf(user: unknown): IdentityUser {
  const { email, name, emailVerified } = (user ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string')
    throw new IdentityError('unknown', 'That did not work. Please try again in a moment.');
  return {
    email,
    name: typeof name === 'string' ? name : '',
    emailVerified: emailVerified === true,
  };
}

async function someone(): Promise<IdentityUser> {
  const user = await current();
  if (user === undefined) throw new Error(texts.noUserLoggedIn);
  return user;
}
