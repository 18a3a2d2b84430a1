import type { Socket } from 'node:net';
import {
  beginFileCopy,
  type CopyEnd,
  endFileCopy,
  isCopied,
  releaseLog,
} from '#server/db/embedded/file-copy.ts';
import type { Database, Shop } from '#server/shop.ts';

/** The word with which the backup command asks to copy the database's files. */
export const fileCopyWord = 'copy-files';

/** What the shop says, a line of JSON each time: `begun`, then, asked again, `end`; or why not. */
export type FileCopyAnswer =
  | { readonly begun: true }
  | { readonly end: CopyEnd }
  | { readonly lines: readonly string[]; readonly failed: true };

/** Why a second backup at the same time is refused. */
export const anotherBackup = 'Another backup of this shop is being made.';

/** While files are copied the log grows, so a command that hangs is not waited for longer. */
const longestMs = 3_600_000;

/**
 * Lets another process copy the files of the running database: says when it may begin; when that process has copied them and
 * sends a line, where the log begins and ends; and keeps the log until it hangs up.
 */
export async function serveFileCopy({ db, log }: Shop, socket: Socket): Promise<void> {
  const say = (answer: FileCopyAnswer) => void socket.write(`${JSON.stringify(answer)}\n`);
  socket.setTimeout(longestMs, () => socket.destroy());
  try {
    if (await isCopied(db)) say({ lines: [anotherBackup], failed: true });
    else await copyMeanwhile(db, socket, say);
  } catch (error) {
    log.error({ err: error }, 'the database could not be copied');
    say({ lines: ['The shop could not do it just now; its log says why.'], failed: true });
  }
  socket.end();
}

async function copyMeanwhile(
  db: Database,
  socket: Socket,
  say: (answer: FileCopyAnswer) => void,
): Promise<void> {
  const gone = new Promise<false>((resolve) => socket.once('close', () => resolve(false)));
  const asked = new Promise<true>((resolve) => socket.once('data', () => resolve(true)));
  await beginFileCopy(db);
  try {
    say({ begun: true });
    const isAsked = !socket.destroyed && (await Promise.race([asked, gone]));
    // Also when nobody waits for it: it ends the copy.
    const end = await endFileCopy(db);
    if (!isAsked) return;
    say({ end });
    await gone;
  } finally {
    await releaseLog(db);
  }
}
