import type { Auth } from './auth.ts';

/** An account that is created without a registration. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly verified: boolean;
}

/** The part of an address before the @: the only name that is certainly the owner's choice. */
function nameFrom(email: string): string {
  return email.split('@')[0] ?? '';
}

/** Operations on accounts that Better Auth has no calls for. The context is a function, because Better Auth's options use them. */
export function accountsOf(context: () => Auth['$context']) {
  return {
    /** Creates the account, or finds the one with this address; answers its subject. */
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
    markVerified: async (subject: string): Promise<void> => {
      const { internalAdapter } = await context();
      await internalAdapter.updateUser(subject, { emailVerified: true });
    },
    /** As `markVerified`, for an account that somebody else may have registered: also replaces the name by one from the address. */
    handOver: async (subject: string): Promise<void> => {
      const { internalAdapter } = await context();
      const email = (await internalAdapter.findUserById(subject))?.email ?? '';
      await internalAdapter.updateUser(subject, { emailVerified: true, name: nameFrom(email) });
    },
    /** Whether the account was registered without Google and its address is not confirmed. */
    isUnprovenRegistration: async (subject: string): Promise<boolean> => {
      const { internalAdapter } = await context();
      const user = await internalAdapter.findUserById(subject);
      // An account that a sign-in with Google has just created has no linked account yet.
      return (
        user !== null &&
        !user.emailVerified &&
        (await internalAdapter.findAccounts(subject)).length > 0
      );
    },
    /** Takes away every way to sign in, its password and Google accounts, but the password where that was just set (`but`). */
    dropWaysIn: async (subject: string, but?: 'credential'): Promise<void> => {
      const { internalAdapter } = await context();
      for (const { id, providerId } of await internalAdapter.findAccounts(subject))
        if (providerId !== but) await internalAdapter.deleteAccount(id);
    },
  };
}
