import { ConfigError } from './config.ts';
import { DatabaseLocked, DatabaseUnsafe } from '#server/db/embedded/errors.ts';
import { MigrationRefused } from '#server/db/migration-history.ts';
import { NoDatabase } from '#server/db/open-existing.ts';
import { isUnavailable } from '#server/db/transaction.ts';
import { tlsError } from './tls-errors.ts';
import { given, type Environment } from './variables.ts';

/** Errors whose message is all there is to say. */
const expected = [ConfigError, DatabaseLocked, DatabaseUnsafe, MigrationRefused, NoDatabase];

/** System errors of a folder that cannot be created or written. */
const folderCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOSPC', 'EDQUOT']);

/** SQLSTATEs of a refused connection: wrong user or password, no such database. */
const accessDenied = /^(28...|3D000)$/;

/** What to print for an error that the operator can fix; undefined for all others, which are shown in full. */
export function startupError(error: unknown, env: Environment): string | undefined {
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return undefined;
  const overTls = tlsError(error, env);
  if (overTls !== undefined) return overTls;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (path !== undefined && (folderCodes.has(code) || syscall === 'mkdir'))
    return `The data folder cannot be used (${error.message}). DATA_DIR names it.`;
  // An AggregateError of several addresses has a code but no message.
  if (!isUnavailable(error) && !accessDenied.test(code)) return undefined;
  return given(env, 'DATABASE_URL') === undefined
    ? `The embedded database does not answer (${error.message || code}). Is this machine very busy? Then try again in a while.`
    : `The database that DATABASE_URL names cannot be used (${error.message || code}).`;
}
