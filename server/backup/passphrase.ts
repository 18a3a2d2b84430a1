import { readFileSync } from 'node:fs';
import { given, type Environment } from '#server/start/variables.ts';
import { BackupFault } from './backup-fault.ts';

/** The passphrase in a file or in the environment; never on the command line, which other users of the machine can see. */
export function passphraseFrom(env: Environment, file: string | undefined): string {
  const found = file === undefined ? given(env, 'BACKUP_PASSPHRASE') : read(file);
  if (found !== undefined && found !== '') return found;
  throw new BackupFault(
    'There is no passphrase: set BACKUP_PASSPHRASE, or name a file with it by --passphrase-file. A backup holds personal data and the secrets, so there is none without encryption.',
  );
}

const fewestCharacters = 12;

/** Whoever finds a backup may try passphrases for years. */
export function requireLong(passphrase: string): void {
  if (passphrase.length < fewestCharacters)
    throw new BackupFault(`The passphrase must have at least ${fewestCharacters} characters.`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new BackupFault(
      `The file of the passphrase cannot be read (${(error as Error).message}).`,
    );
  }
}
