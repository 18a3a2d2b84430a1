import type { Identity, Subject } from '#server/third-parties/identity/port.ts';
import { deleteAccount, listUnconfirmed } from './account-deletion.ts';
import { issuer } from './auth.ts';
import { forgetEnded } from './forget-ended.ts';
import type { IdentityParts } from './parts.ts';
import { endSessions } from './sessions.ts';

const isStored = (account: Subject) => account.issuer === issuer;

/** What the port does with the accounts in the service's tables: also for a shop that has changed to a hosted service. */
export function storedAccounts(
  parts: Pick<IdentityParts, 'db' | 'clock'>,
): Pick<Identity, 'endSessions' | 'deletes' | 'deleteAccount' | 'listUnconfirmed' | 'forgetEnded'> {
  const { db } = parts;
  return {
    endSessions: async (account) => {
      if (isStored(account)) await endSessions(db, account.subject);
    },
    deletes: [issuer],
    deleteAccount: async (account, which) => {
      if (isStored(account)) await deleteAccount(db, account.subject, which);
    },
    listUnconfirmed: async (wanted) =>
      (await listUnconfirmed(db, wanted)).map((subject) => ({ issuer, subject })),
    forgetEnded: (most) => forgetEnded(parts, most),
  };
}
