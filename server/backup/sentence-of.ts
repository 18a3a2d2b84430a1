import { inspect } from 'node:util';
import { FileCopyRefused } from '#server/operator/ask-file-copy.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';
import { UnfitTarget } from '#server/db/table-rows.ts';
import { BackupFault, LateFault } from './backup-fault.ts';

/** Errors whose message is all there is to say. */
const expected = [BackupFault, FileCopyRefused, UnfitTarget];

/** System errors of files and disks. */
const fileCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EFBIG',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EMFILE',
  'EBUSY',
  'EEXIST',
  'EXDEV',
]);

/** What to print for an error of a backup or a restore: why, and the outcome. */
export function sentenceOf(error: unknown, env: Environment, outcome: string): string {
  if (error instanceof LateFault) return sentenceOf(error.cause, env, error.outcome);
  if (expected.some((kind) => error instanceof kind))
    return `${(error as Error).message} ${outcome}.`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (fileCodes.has(code)) return `${outcome}: ${message}.`;
  return `${startupError(error, env) ?? `${inspect(error)}\n`} ${outcome}.`;
}
