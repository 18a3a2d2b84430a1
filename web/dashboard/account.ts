import type { User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';

let last: { readonly email: string; readonly user: Promise<User> } | undefined;

/** Asks the shop for the account of whoever is signed in; the pages below the dashboard share the answer. */
export function loadAccount(email: string): Promise<User> {
  const user = call('getUser', { params: { email } });
  const asked = (last = { email, user });
  // What failed is asked for again.
  user.catch(() => {
    if (last === asked) last = undefined;
  });
  return user;
}

/** The account as the dashboard loaded it last, or is loading it now. */
export function sharedAccount(email: string): Promise<User> {
  return last?.email === email ? last.user : loadAccount(email);
}
