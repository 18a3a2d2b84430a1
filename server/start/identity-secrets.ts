import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import type { Config } from './config.ts';
import { readSecret, renewSecret, secretFrom } from './secrets.ts';

const file = 'identity';
const before = 'identity-before';

/**
 * The secrets of the identity service: that of the environment, else the one in the data folder, which is made once. The
 * others that are accepted come after it.
 */
export function identitySecrets({
  dataDir,
  identitySecret,
  identitySecretAlso,
}: Pick<Config, 'dataDir' | 'identitySecret' | 'identitySecretAlso'>): IdentitySecrets {
  const current = identitySecret ?? secretFrom(dataDir, file);
  const others = [identitySecretAlso, readSecret(dataDir, file), readSecret(dataDir, before)];
  const distinct = new Set(others.filter((one) => one !== undefined && one !== current));
  return [current, ...distinct] as IdentitySecrets;
}

/** The secret of the environment, else the one in the data folder; undefined when there is none. */
export function knownIdentitySecret({
  dataDir,
  identitySecret,
}: Pick<Config, 'dataDir' | 'identitySecret'>): string | undefined {
  return identitySecret ?? readSecret(dataDir, file);
}

/** Makes a new secret in the data folder; the one before is accepted beside it. */
export function renewIdentitySecret(dataDir: string): void {
  renewSecret(dataDir, file, before);
}
