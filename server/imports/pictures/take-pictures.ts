import { setTimeout as sleep } from 'node:timers/promises';
import { batchOf, whileRenewing, type Job } from '#server/imports/job.ts';
import { ImagesUnavailable } from '#server/third-parties/images/port.ts';
import { QueueFull } from '#server/work-queue.ts';
import { openPictureArchive, type PictureArchive } from './picture-archive.ts';
import { PictureError, type PictureErrorCode } from './picture-error.ts';
import { isAddress } from './picture-sources.ts';
import { listUntaken, noteTaken, type TakenPicture } from './pictures-store.ts';
import { takePicture } from './take-picture.ts';

/** Pictures in hand at a time, each of 8 MB at most; the fetcher asks one server for two. */
const inHand = 4;
const readAtOnce = 200;
/** For all that are fetched from other servers. */
const longestMs = 3_600_000;
/** So many pictures in a row that a server did not answer for are enough. */
const mostSilence = 8;
const [firstWaitMs, longestWaitMs] = [250, 10_000];

/**
 * Takes the pictures that an import names, each once, before its parts are written: no transaction waits for another server. What became
 * of each is noted at once, so that nothing is fetched again after a restart. Rejects as `batchOf` does.
 */
export async function takePictures(job: Job, archivePath: string): Promise<void> {
  const { shop, row } = job;
  const next = () => listUntaken(shop.db, row.id, readAtOnce);
  let sources = await next();
  if (sources.length === 0) return;
  const archive = await archiveAt(row.archive === null ? undefined : archivePath);
  try {
    await whileRenewing(job, async (ending) => {
      const take = taking(job, archive, ending);
      for (; sources.length > 0 && !ending.aborted; sources = await next())
        await together(sources, async (source) => {
          const outcome = ending.aborted ? undefined : await take(source);
          if (outcome === undefined) return;
          await batchOf(job, async (tx) => {
            await noteTaken(tx, { id: row.id, source }, outcome);
            return {};
          });
        });
    });
  } finally {
    if (!(archive instanceof PictureError)) archive?.close();
  }
  // Says so, if the shop closes.
  await batchOf(job, async () => ({}));
}

async function archiveAt(
  path: string | undefined,
): Promise<PictureArchive | PictureError | undefined> {
  if (path === undefined) return undefined;
  try {
    return await openPictureArchive(path);
  } catch (error) {
    if (error instanceof PictureError) return error;
    throw error;
  }
}

/** Does the same for all of these, some at a time. Rejects when all are done or left. */
async function together<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: inHand }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** What is done with each picture of an import; answers nothing for one that was left in the middle. */
function taking(
  { shop, row }: Job,
  archive: PictureArchive | PictureError | undefined,
  ending: AbortSignal,
): (source: string) => Promise<TakenPicture | undefined> {
  const until = shop.clock.now().getTime() + longestMs;
  const isLate = () => shop.clock.now().getTime() > until;
  const by = row.doer === 'command line' ? null : row.doer;
  const silence = new Map<string, number>();

  async function fetched(address: string): Promise<Buffer> {
    if (isLate()) throw new PictureError('picture_too_late');
    const host = URL.parse(address)?.host ?? '';
    const unanswered = () => silence.get(host) ?? 0;
    if (unanswered() >= mostSilence) throw new PictureError('picture_of_silent_server');
    try {
      const bytes = await shop.fetchPicture(address, ending);
      silence.delete(host);
      return bytes;
    } catch (error) {
      const isSilent = error instanceof PictureError && silent.has(error.code);
      silence.set(host, isSilent ? unanswered() + 1 : 0);
      throw error;
    }
  }

  async function read(source: string): Promise<Buffer> {
    if (isAddress(source)) return fetched(source);
    if (archive === undefined) throw new PictureError('picture_without_archive');
    if (archive instanceof PictureError) throw archive;
    return archive.read(source);
  }

  /** Tried again while the shop has too many pictures to read, or cannot keep any. */
  async function kept(bytes: Buffer): Promise<string> {
    for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
      try {
        return await takePicture(shop, by, bytes);
      } catch (error) {
        if (!(error instanceof QueueFull || error instanceof ImagesUnavailable)) throw error;
        if (isLate()) throw new PictureError('picture_too_late', { cause: error });
        await sleep(wait, undefined, { signal: ending });
      }
    }
  }

  return async (source) => {
    try {
      return { url: await kept(await read(source)) };
    } catch (error) {
      if (ending.aborted) return undefined;
      if (error instanceof PictureError) return { reason: error.message };
      throw error;
    }
  };
}

const silent: ReadonlySet<PictureErrorCode> = new Set(['picture_slow', 'picture_unreachable']);
