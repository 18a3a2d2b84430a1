import listed from './common-passwords.json' with { type: 'json' };

/**
 * The 3,000 most common passwords of 6 characters or more (ASVS 6.2.4), in lower case, from published leaks, in the order of
 * zxcvbn-ts (docs/decisions/0021). They are what people really type, so some are rude.
 */
export const commonPasswords: ReadonlySet<string> = new Set(listed.join(' ').split(' '));
