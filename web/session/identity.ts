import type { IdentityUser } from '#contract/identity.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';

/** Who is signed in at the identity service; undefined when nobody is. */
export async function currentUser(): Promise<IdentityUser | undefined> {
  return (await call('getSession', {})).user ?? undefined;
}

/** The same, but rejects with a plain 'No user is logged in' when nobody is (Spec §8). */
async function requiredUser(): Promise<IdentityUser> {
  const user = await currentUser();
  if (user === undefined) throw new Error(texts.noUserLoggedIn);
  return user;
}

/** Sets the display name of the signed-in customer. */
export async function setDisplayName(name: string): Promise<void> {
  await requiredUser();
  await call('setDisplayName', { body: { name } });
}

/** Requests another confirmation mail for the signed-in customer. */
export async function sendVerificationEmail(): Promise<void> {
  const { email } = await requiredUser();
  await call('sendVerificationEmail', { body: { email } });
}

/** Ends the service's session of this browser, also when the page is left meanwhile. */
export async function endIdentitySession(): Promise<void> {
  await call('endSession', { body: {} }, { keepalive: true });
}
