import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { CommandOutput } from '#server/operator/commands.ts';
import type { CommandConfig } from './command-config.ts';
import { identityFile } from './identity-secrets.ts';
import { nextSecret, prepareSecret, readSecret, renewSecret } from './secrets.ts';

const ends =
  'The one before is accepted beside it, so that people stay signed in; 14 days after the restart delete `secrets/identity-before`, and longer names like it.';

/**
 * `npm run admin -- rotate-secret`. A secret of the environment is the operator's to change. One in the data folder is
 * replaced at once when there is one copy only, because the database is embedded. Copies on a server first all have to know
 * the next one, so it takes two runs with a restart of all between them.
 */
export function rotateSecret({
  dataDir,
  databaseUrl,
  identitySecret,
}: Pick<CommandConfig, 'dataDir' | 'databaseUrl' | 'identitySecret'>): CommandOutput {
  if (identitySecret !== undefined) return { lines: stepsInEnvironment(), failed: false };
  if (readSecret(dataDir, identityFile) === undefined)
    return {
      lines: [
        `There is no secret in ${path.join(dataDir, 'secrets')}: DATA_DIR is not the folder of a shop that has started.`,
      ],
      failed: true,
    };
  return { lines: [inFolder(dataDir, databaseUrl !== undefined)], failed: false };
}

function inFolder(dataDir: string, hasCopies: boolean): string {
  if (hasCopies && nextSecret(dataDir, identityFile) === undefined) {
    prepareSecret(dataDir, identityFile);
    return 'Step 1 of 2: the next secret is in `secrets/identity-next`, and each copy accepts it from its next start. Restart all of them, one by one, then run this command again. A shop that has one copy only needs no restart for step 2.';
  }
  renewSecret(dataDir, identityFile);
  return hasCopies
    ? `Step 2 of 2: the next secret is the current one now. Restart all copies, one by one. ${ends}`
    : `There is a new secret in the data folder: restart the shop. ${ends}`;
}

function stepsInEnvironment(): string[] {
  return [
    'IDENTITY_SECRET is in the environment. With several copies, restart all of them after each step:',
    `1. IDENTITY_SECRET_ALSO=${randomBytes(32).toString('base64url')}, a new one.`,
    '2. Exchange the two: IDENTITY_SECRET is the new one, IDENTITY_SECRET_ALSO the one before.',
    '3. After 14 days remove IDENTITY_SECRET_ALSO.',
  ];
}
