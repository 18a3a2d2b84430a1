import { mostLines } from '#contract/list-limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { toastError } from '#web/ui/toasts.tsx';
import { joined, merged, sameLines } from './list-model.ts';
import { storedList, storeList } from './order-list.ts';
import type { AccountList } from './stored-list.ts';

/** The shop's side of a customer's list. Both reject with an `ApiError`. */
export interface AccountCalls {
  readonly read: () => Promise<AccountList>;
  /** Refused with `list_changed` when the account's list has another version by now. */
  readonly write: (list: AccountList) => Promise<AccountList>;
}

/** Whose list it is; `isHere` tells whether they are still signed in. */
interface Owner {
  readonly email: string;
  readonly isHere: () => boolean;
}

/** So many answers 'changed meanwhile' in a row are no coincidence. */
const mostTries = 5;

/**
 * Brings this browser's list and the account's together; answers whether the account's was changed elsewhere since. What a
 * guest wrote is joined with it once, what was changed in two places is merged, and the account gets what it does not have.
 * Lines of this browser that find no room are told. Rejects with an `ApiError`: then no line is lost, and the next time does it.
 * `anew`: reads the account's list in any case.
 */
export async function bringTogether(
  { email, isHere }: Owner,
  account: AccountCalls,
  anew: boolean,
): Promise<boolean> {
  let elsewhere = false;
  let read = anew;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (read || accountOf(email) === null || storedList().sent !== undefined) {
      const kept = await account.read();
      if (!isHere()) return false;
      elsewhere = adopt(email, kept) || elsewhere;
    }
    const sent = await send(email, account);
    if (!isHere() || sent === 'same') return elsewhere;
    read = sent === 'changed';
  }
  throw new ApiError(0, 'network', 'The list is being changed in several places at once.');
}

/** The account's list as this browser knows it. */
function accountOf(email: string): AccountList | null {
  const { owner, account } = storedList();
  return owner === email ? account : null;
}

/** Answers whether it was changed elsewhere since this browser knew it. */
function adopt(email: string, kept: AccountList): boolean {
  const { owner, lines } = storedList();
  const before = accountOf(email);
  const known = before && isOwnWrite(before, kept) ? kept : before;
  const both = known ? merged(known.lines, lines, kept.lines) : joined(kept.lines, lines);
  const isOthers = owner !== null && owner !== email;
  // The account's lines stand first, so what has no room is this browser's.
  const all = isOthers ? kept.lines : both;
  storeList({ owner: email, lines: all.slice(0, mostLines), account: kept });
  sayLeft(all.length - mostLines);
  return known !== null && known.version !== kept.version;
}

function sayLeft(left: number): void {
  if (left > 0)
    toastError(`A list has at most ${mostLines} lines: ${left} of this browser found no room.`);
}

/** Whether the account's list is what this browser sent last, and did not hear about. */
function isOwnWrite(before: AccountList, kept: AccountList): boolean {
  const { sent } = storedList();
  return sent !== undefined && kept.version === before.version + 1 && sameLines(kept.lines, sent);
}

async function send(email: string, account: AccountCalls): Promise<'sent' | 'same' | 'changed'> {
  const { lines } = storedList();
  const known = accountOf(email);
  if (known === null || sameLines(lines, known.lines)) return 'same';
  storeList({ ...storedList(), sent: lines });
  try {
    const { version } = await account.write({ lines, version: known.version });
    if (accountOf(email)?.version === known.version)
      storeList({ ...storedList(), account: { lines, version }, sent: undefined });
    return 'sent';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'list_changed') return 'changed';
    throw error;
  }
}
