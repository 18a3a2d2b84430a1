import type { IdentityUser } from '#contract/identity.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Typed } from './form-errors.ts';
import { hostedIdentity, identitySession } from './identity.ts';
import type { IdentityAccounts } from './identity-service.ts';

const embedded: IdentityAccounts = {
  signIn: async (body) => (await call('signInByPassword', { body })).user ?? undefined,
  sendVerificationEmail: (email) => call('sendVerificationEmail', { body: { email } }),
  setDisplayName: (name) => call('setDisplayName', { body: { name } }),
  requestPasswordReset: (email) => call('requestPasswordReset', { body: { email } }),
  resetPassword: (token, newPassword) => call('resetPassword', { body: { token, newPassword } }),
  verifyEmail: (token, password) =>
    call('verifyEmail', { body: { token, ...(password !== '' && { password }) } }),
  changePassword: (currentPassword, newPassword) =>
    call('changePassword', { body: { currentPassword, newPassword } }),
};

/** The accounts of the identity service, for pages that sign in or change how somebody does. */
export const accounts = async (): Promise<IdentityAccounts> => (await hostedIdentity()) ?? embedded;

/** Makes an account and signs in; a mail asks to confirm the address, then the name is set (Spec §2: Register). */
export async function register({ name, email, password }: Typed): Promise<IdentityUser> {
  const hosted = await hostedIdentity();
  // The embedded service does all of it in one request.
  if (hosted === undefined)
    return (await call('register', { body: { name, email, password } })).user;
  await hosted.createAccount({ email, password });
  // The account is there: a mail that could not be sent can be asked for again.
  await Promise.allSettled([sendVerificationEmail()]);
  await setDisplayName(name);
  return requiredUser();
}

/** Who is signed in at the identity service; rejects with 'No user is logged in' when nobody is (Spec §8). */
async function requiredUser(): Promise<IdentityUser> {
  const user = await (await identitySession()).currentUser();
  if (user === undefined) throw new ApiError(401, 'sign_in_required', texts.noUserLoggedIn);
  return user;
}

/** Requests another confirmation mail for the signed-in customer. */
export async function sendVerificationEmail(): Promise<void> {
  const { email } = await requiredUser();
  await (await accounts()).sendVerificationEmail(email);
}

/** Sets the display name of the signed-in customer; 'No user is logged in' when nobody is (Spec §8). */
export async function setDisplayName(name: string): Promise<void> {
  await requiredUser();
  await (await accounts()).setDisplayName(name);
}
