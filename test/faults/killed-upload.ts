import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { imageWidths } from '#contract/image-rules.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/shop.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { plainPicture } from '#test/plain-picture.ts';
import { listenAsS3, type S3StandIn } from '#test/s3-stand-in.ts';
import { sampleFacts } from '#test/samples.ts';
import { fillShop } from './check-books.ts';
import { type Extent, type Outcome, randomFrom, until } from './row.ts';
import { type Home, type ShopProcess, startShopProcess } from './shop-process.ts';

/** An upload writes three objects, then the address, then looks for three objects: so many of these six are answered before a kill. */
const steps = { short: [1, 2, 4], long: [0, 1, 2, 3, 4, 5] };
/** How often the long form goes through its steps. */
const rounds = 10;

interface Scene {
  readonly s3: S3StandIn;
  readonly db: Database;
  readonly token: string;
}

interface Counts {
  /** Uploads whose address was in the database when the copy died. */
  recorded: number;
  /** Objects that an upload left without an address, before it was repeated. */
  left: number;
}

/**
 * Two copies on one PostgreSQL keep pictures in one bucket. Again and again one of them is killed with SIGKILL in the middle of an
 * upload, and every address that the database knows leads to a whole picture; the other copy takes the same file and shows it.
 */
export async function killUpload({ long, seed }: Extent): Promise<Outcome> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const s3 = await listenAsS3();
  const folder = temporaryFolder('killed-upload');
  const copy = (name: string): Home => ({
    dataDir: path.join(folder, name),
    databaseUrl: server.url,
    env: { ...s3.env, IDENTITY_SECRET: 'the same secret for both of the copies' },
  });
  const database = await openDatabase({ url: server.url, dataDir: '' });
  const shops: ShopProcess[] = [];
  try {
    const { adminToken: token = '' } = await fillShop(copy('one'), 1, { withAdmin: true });
    const scene = { s3, db: database.db, token };
    const other = await startShopProcess(copy('other'));
    shops.push(other);
    const counts: Counts = { recorded: 0, left: 0 };
    const random = randomFrom(seed);
    const kills = long ? Array.from({ length: rounds }, () => steps.long).flat() : steps.short;
    for (const [kill, step] of kills.entries()) {
      const one = await startShopProcess(copy('one'));
      shops.push(one);
      if (kill === 0) await expectShown(await uploadTo(one, token, 999), other, scene);
      const pause = long ? random() * 40 : 0;
      await killUnder(one, scene, { picture: kill, step, pause });
      await expectWhole(scene, counts, step);
      await expectShown(await uploadTo(other, token, kill), other, scene);
    }
    return {
      figure: `1 picture uploaded at one copy and shown by the other; ${kills.length} kills under an upload: ${counts.recorded} addresses recorded by then, all whole, ${counts.left} objects left without an address, which the same upload at the other copy took; ${kills.length} of ${kills.length} shown`,
    };
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
    await database.close();
    await s3.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Kill {
  readonly picture: number;
  /** How many objects may be written before. */
  readonly step: number;
  /** Milliseconds that the request lasts until the kill. */
  readonly pause: number;
}

/** Kills a copy that is uploading a picture at a step of it. */
async function killUnder(
  copy: ShopProcess,
  { s3, token }: Scene,
  { picture, step, pause }: Kill,
): Promise<void> {
  const before = s3.asked.length;
  let begun = 0;
  let end: Promise<unknown> | undefined;
  s3.fault = ({ method }) => {
    if (method !== 'PUT' || (begun += 1) <= step) return undefined;
    end ??= until(() => answersSince(s3, before) === step, { what: `${step} written`, ms: 60_000 })
      .then(() => sleep(pause))
      .then(() => copy.end('SIGKILL'));
    return () => undefined;
  };
  const answer = await uploadTo(copy, token, picture).catch(() => undefined);
  assert.equal(answer, undefined, 'the copy was killed before it answered');
  assert.ok(end, 'the upload reached its step');
  await end;
  s3.fault = undefined;
}

/** Those that the fault swallows have no status. */
function answersSince({ asked }: S3StandIn, before: number): number {
  return asked.slice(before).filter((line) => /^PUT \S+ \d/.test(line)).length;
}

/** The address of a picture after its upload. */
async function uploadTo({ address }: ShopProcess, token: string, number: number): Promise<string> {
  const form = new FormData();
  const file = new Uint8Array(await plainPicture(number));
  form.append('image', new Blob([file], { type: 'image/png' }), 'picture.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/images`, { method: 'POST', headers, body: form });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

/** Nothing half: what the database knows is in the bucket, in all widths. */
async function expectWhole({ s3, db }: Scene, counts: Counts, step: number): Promise<void> {
  const rows = await db.selectFrom('images').select('url').execute();
  const known = rows.flatMap(({ url }) => keysOf(url, s3));
  assert.deepEqual(
    known.filter((key) => !s3.kept.has(key)),
    [],
    'addresses without a picture',
  );
  const left = s3.kept.size - known.length;
  const isRecorded = step >= imageWidths.length;
  assert.equal(left, isRecorded ? 0 : step, 'an address is recorded once all widths are kept');
  counts.left += left;
  counts.recorded += isRecorded ? 1 : 0;
}

/** A part takes the address at a copy, and that copy's page shows the picture and lets it in. */
async function expectShown(url: string, copy: ShopProcess, { s3, token }: Scene): Promise<void> {
  for (const key of keysOf(url, s3)) assert.ok(s3.kept.has(key));
  const added = await fetch(`${copy.address}/api/part`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...sampleFacts, image: url, inStock: 1000 }),
  });
  assert.equal(added.status, 200);
  const { insertedId } = (await added.json()) as { insertedId: string };
  const page = await fetch(`${copy.address}/purchase/${insertedId}`, { redirect: 'follow' });
  const html = await page.text();
  assert.ok(
    html.includes(`src="${url}"`) && html.includes(`${url.replace('-640.', '-320.')} 320w`),
  );
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`img-src [^;]*${s3.setup.base.origin}(?:;| )`));
  const picture = await fetch(url);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
}

function keysOf(url: string, { setup }: S3StandIn): string[] {
  const key = url.slice(setup.publicUrl.length + 1);
  return imageWidths.map((width) => key.replace('-640.', `-${width}.`));
}
