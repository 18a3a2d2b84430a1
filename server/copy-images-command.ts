// `npm run images:copy -- --from HOST --to HOST`: moves the pictures of the shop from one image host to another.
import { parseArgs } from 'node:util';
import { openExisting } from '#server/db/open-existing.ts';
import { copyImages, keptAt, type ImageSource } from '#server/images/copy-images.ts';
import { reEncode } from '#server/images/re-encode.ts';
import { fetchFromInternet } from '#server/imports/pictures/fetch-picture.ts';
import { PictureError } from '#server/imports/pictures/picture-error.ts';
import { commandConfigFrom, databaseOf } from '#server/start/command-config.ts';
import { ConfigError } from '#server/start/config.ts';
import { imageFolderOf } from '#server/start/providers.ts';
import { bucketFrom, s3Variables } from '#server/start/s3-config.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';
import { diskImages } from '#server/third-parties/images/disk/disk-images.ts';
import { ImagesUnavailable, type ReadableImages } from '#server/third-parties/images/port.ts';
import { s3Images } from '#server/third-parties/images/s3/s3-images.ts';
import { systemClock } from './clock.ts';
import { Refusal } from '#server/http/refusal.ts';
import { print as printLine, printFault } from './print.ts';

const usage = `Moves the pictures of the shop from one image host to another, and writes their new addresses into the database.

  npm run images:copy -- --from disk|s3|imgbb --to disk|s3

disk is the folder images of DATA_DIR, s3 the bucket of the variables S3_…, imgbb is read where everybody reads it. With DATABASE_URL
the shop goes on meanwhile; the embedded database lets only one process in. May be repeated at any time; what is at the source stays.`;

const imgbb: ImageSource = {
  beginning: 'https://i.ibb.co/',
  async take(url) {
    try {
      return await reEncode(await fetchFromInternet(url));
    } catch (error) {
      if (error instanceof PictureError) return `imgbb does not give it (${error.code})`;
      if (error instanceof Refusal) return 'what imgbb gives is no picture';
      throw error;
    }
  },
};

/** Runs the command; answers the exit status: 0 when nothing is left at the source, 1 when something is, 2 when it was called in another way. */
export async function copyImagesCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const text = { type: 'string' } as const;
  const { from = '', to = '' } = parseArgs({ args, options: { from: text, to: text } }).values;
  if (!['disk', 's3', 'imgbb'].includes(from) || !['disk', 's3'].includes(to) || from === to) {
    print(usage);
    return 2;
  }
  const config = commandConfigFrom(env);
  const faults: string[] = [];
  const host = (name: string): ReadableImages => {
    if (name === 'disk') return diskImages(imageFolderOf(config.dataDir));
    const bucket = bucketFrom(env, faults);
    if (bucket === undefined && faults.length === 0)
      faults.push(`The bucket is not set up: it needs all of ${s3Variables.join(', ')}.`);
    if (bucket === undefined || faults.length > 0) throw new ConfigError(faults);
    return s3Images(bucket);
  };
  const target = host(to);
  const source = from === 'imgbb' ? imgbb : keptAt(host(from));
  const database = await openExisting(databaseOf(config));
  try {
    const shop = { db: database.db, clock: systemClock };
    const { pictures, rows, left } = await copyImages(shop, source, target);
    for (const { url, reason } of left) print(`Left: ${url}: ${reason}.`);
    print(
      `${pictures} pictures moved from ${from} to ${to}, ${rows} rows got their new addresses, ${left.length} pictures left.`,
    );
    return left.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await copyImagesCommand(process.argv.slice(2), process.env, printLine);
  } catch (error) {
    const { cause } = error as Error;
    const because = cause instanceof Error ? ` ${cause.message}` : '';
    printFault(
      error instanceof ImagesUnavailable
        ? `${error.message}${because} What was moved stays moved: run it again.`
        : (startupError(error, process.env) ?? error),
    );
    process.exitCode = 1;
  }
}
