import type { Auth } from './auth.ts';

/** An account to be made without a registration. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly verified: boolean;
}

/** The part of an address before the @: the one name that its owner has certainly chosen. */
function nameFrom(email: string): string {
  return email.split('@')[0] ?? '';
}

/** What the shop does with accounts past Better Auth's own addresses. The context comes late: these stand inside its options. */
export function accountsOf(context: () => Auth['$context']) {
  return {
    /** Makes the account, or finds the one this address has; answers its subject. */
    create: async ({ name, email, password, verified }: Account): Promise<string> => {
      const { internalAdapter, password: passwords } = await context();
      const known = await internalAdapter.findUserByEmail(email);
      if (known !== null) return known.user.id;
      const user = await internalAdapter.createUser(
        { name, email, emailVerified: verified },
        { method: 'email-password' },
      );
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: await passwords.hash(password),
      });
      return user.id;
    },
    /** Notes that the owner of the account reads its mailbox. */
    markVerified: async (subject: string): Promise<void> => {
      const { internalAdapter } = await context();
      await internalAdapter.updateUser(subject, { emailVerified: true });
    },
    /** As `markVerified`, of an account that somebody else may have made: it is called after its address until its owner says more. */
    handOver: async (subject: string): Promise<void> => {
      const { internalAdapter } = await context();
      const email = (await internalAdapter.findUserById(subject))?.email ?? '';
      await internalAdapter.updateUser(subject, { emailVerified: true, name: nameFrom(email) });
    },
    /** Whether somebody made the account by other means than Google, and nobody has shown its mailbox. */
    isUnprovenRegistration: async (subject: string): Promise<boolean> => {
      const { internalAdapter } = await context();
      const user = await internalAdapter.findUserById(subject);
      // An account that Google itself makes just now has no other way in yet.
      return (
        user !== null &&
        !user.emailVerified &&
        (await internalAdapter.findAccounts(subject)).length > 0
      );
    },
    /** Takes the password away: it is entered another way from now on. */
    dropPassword: async (subject: string): Promise<void> => {
      const { internalAdapter } = await context();
      for (const account of await internalAdapter.findAccounts(subject))
        if (account.providerId === 'credential') await internalAdapter.deleteAccount(account.id);
    },
  };
}
