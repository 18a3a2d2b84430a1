import { FileCopyRefused } from '#server/operator/ask-file-copy.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';
import { UnfitTarget } from '#server/db/table-rows.ts';
import { BackupFault } from './backup-fault.ts';

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
]);

/** What to print for an error of a backup or a restore, after `outcome`, what that means. */
export function sentenceOf(error: unknown, env: Environment, outcome: string): unknown {
  if (expected.some((kind) => error instanceof kind))
    return `${(error as Error).message} ${outcome}.`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (fileCodes.has(code)) return `${outcome}: ${message}.`;
  const known = startupError(error, env);
  return known === undefined ? error : `${known} ${outcome}.`;
}
