import { randomInt } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';

/** How many recovery codes somebody is given; each is of use once. */
const recoveryCodes = 10;

/** Letters and digits that nobody takes for each other: 31 of them, so that ten say 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * The library's second factor: codes of an app (RFC 6238) and recovery codes, both kept encrypted. A sign-in with Google asks
 * for the code too; the library itself asks only after a password. Wrong codes are counted by us (second-factor-code.ts).
 */
export function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Underhood',
    accountLockout: { enabled: false },
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: recoveryCodes }, newRecoveryCode),
    },
  });
  const after: NonNullable<BetterAuthPlugin['hooks']>['after'] = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context) => context.path === '/callback/:id' || hook.matcher(context as never),
  }));
  return { ...plugin, hooks: { after } };
}

/** A recovery code as the library keeps it, whichever way somebody types it; undefined when it cannot be one. */
export function recoveryCodeOf(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : undefined;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
