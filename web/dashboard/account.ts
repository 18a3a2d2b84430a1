import type { User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';

let last: { readonly email: string; readonly user: Promise<User> } | undefined;

/** Loads the signed-in customer's account; the pages below the dashboard share the answer. */
export function loadAccount(email: string): Promise<User> {
  const user = call('getUser', { params: { email } });
  const asked = (last = { email, user });
  // After a failure the next caller retries.
  user.catch(() => {
    if (last === asked) last = undefined;
  });
  return user;
}

/** The account that the dashboard loaded last or is loading now. */
export function sharedAccount(email: string): Promise<User> {
  return last?.email === email ? last.user : loadAccount(email);
}
