import type { Auth } from '#server/third-parties/identity/embedded/auth.ts';

/** An account to be made without a registration. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly verified: boolean;
}

/** What the shop does with accounts past Better Auth's own addresses. The context comes late: these stand inside its options. */
export function accountsOf(context: () => Auth['$context']) {
  return {
    /** Makes the account, or finds the one this address has; answers its subject. */
    create: async ({ name, email, password, verified }: Account): Promise<string> => {
      const { internalAdapter, password: passwords } = await context();
      const known = await internalAdapter.findUserByEmail(email);
      if (known !== null) return known.user.id;
      const user = await internalAdapter.createUser({ name, email, emailVerified: verified }, { method: 'email-password' });
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
  };
}
