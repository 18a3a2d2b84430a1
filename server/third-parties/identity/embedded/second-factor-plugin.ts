import { randomInt } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';

const recoveryCodes = 10;

/** Letters and digits that are not easily confused: 31 of them, so ten have 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * The library's second factor: codes of an app (RFC 6238) and recovery codes, both stored encrypted. We ask for the code
 * after Google too, the library only after a password. Our own code limits the tries (second-factor-code.ts).
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

/** A typed recovery code in the library's format; undefined when it cannot be one. */
export function recoveryCodeOf(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : undefined;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
