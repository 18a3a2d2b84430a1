import listed from './common-passwords.json' with { type: 'json' };

/**
 * The 3,000 most common passwords that have 6 characters or more (ASVS 6.2.4), in lower case: facts counted in what thieves have
 * published, in the order of zxcvbn-ts (docs/decisions: Passwords and guessing). As people type them, so some are rude.
 */
export const commonPasswords: ReadonlySet<string> = new Set(listed.join(' ').split(' '));
