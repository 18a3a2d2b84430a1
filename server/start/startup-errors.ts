import { ConfigError } from './config.ts';
import { DatabaseLocked, DatabaseUnsafe } from '#server/db/embedded/errors.ts';
import { NoDatabase } from '#server/db/open-existing.ts';
import { isUnavailable } from '#server/db/transaction.ts';

/** Errors of ours whose message is the sentence. */
const mendable = [ConfigError, DatabaseLocked, DatabaseUnsafe, NoDatabase];

/** What the system says of a folder that cannot be made or written. */
const folderCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOSPC', 'EDQUOT']);

/** What a server says to whom it does not let in: wrong password or user, no such database. */
const notLetIn = /^(28...|3D000)$/;

/** The sentences for what the person at the keyboard can mend; undefined for everything else, which is shown in full. */
export function startupError(error: unknown): string | undefined {
  if (mendable.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (path !== undefined && folderCodes.has(code))
    return `The data folder cannot be used (${error.message}). DATA_DIR names it.`;
  // Happy eyeballs tells of every address it tried, and has no words of its own.
  if (isUnavailable(error) || notLetIn.test(code))
    return `The database that DATABASE_URL names cannot be used (${error.message || code}).`;
  return undefined;
}
