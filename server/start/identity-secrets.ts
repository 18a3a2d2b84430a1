import path from 'node:path';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import type { Config } from './config.ts';
import { nextSecret, readSecret, secretFrom, secretsBefore } from './secrets.ts';

/** The name of the secret in the data folder. */
export const identityFile = 'identity';

type Given = Pick<Config, 'dataDir' | 'identitySecret'>;

/**
 * The secrets of the identity service: that of the environment, else the one in the data folder, which is made once. The
 * others that are accepted come after it.
 */
export function identitySecrets({
  dataDir,
  identitySecret,
  identitySecretAlso,
}: Given & Pick<Config, 'identitySecretAlso'>): IdentitySecrets {
  const current = identitySecret ?? secretFrom(dataDir, identityFile);
  const others = [
    identitySecretAlso,
    nextSecret(dataDir, identityFile),
    // Again, and after the next one: that one may just have taken its place.
    readSecret(dataDir, identityFile),
    ...secretsBefore(dataDir, identityFile),
  ];
  const distinct = new Set(others.filter((one) => one !== undefined && one !== current));
  return [current, ...distinct] as IdentitySecrets;
}

/** The secret of the environment, else the one in the data folder, and where it is from; undefined when there is none. */
export function knownIdentitySecret({
  dataDir,
  identitySecret,
}: Given): { readonly secret: string; readonly from: string } | undefined {
  if (identitySecret !== undefined) return { secret: identitySecret, from: 'IDENTITY_SECRET' };
  const secret = readSecret(dataDir, identityFile);
  return secret === undefined ? undefined : { secret, from: identityFileIn(dataDir) };
}

/** Where the secret in the data folder is. */
export function identityFileIn(dataDir: string): string {
  return path.join(dataDir, 'secrets', identityFile);
}
