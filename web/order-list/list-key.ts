import { endKeptKey, keptKey } from '#web/api/kept-keys.ts';
import { currentSession } from '#web/session/session.ts';

/** The idempotency key of the next list of whoever is signed in. */
export function listKey(): string {
  return keptKey('list', whose());
}

/** The last list was ordered, and its customer is told so: the next one is another one, even with the same lines. */
export function endListKey(): void {
  endKeptKey('list', whose());
}

/** By e-mail, as the session has it. */
function whose(): string {
  return `${currentSession()?.email}`;
}
