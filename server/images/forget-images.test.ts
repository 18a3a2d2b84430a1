import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { plainPicture } from '#test/plain-picture.ts';
import { sampleFacts, samplePart } from '#test/samples.ts';
import { upload } from '#test/upload.ts';
import { deleteImage, holdOwnImage, lockLeavingImage } from './store.ts';

const widths = [320, 640, 1280];
let shade = 0;

/** A file of another colour than all before it. */
function newFile(): Promise<Buffer> {
  shade += 1;
  return plainPicture(shade);
}

async function uploadedTo(shop: TestShop, admin: Person, file?: Buffer): Promise<string> {
  return (await upload(shop, admin, { file: file ?? (await newFile()) })).body.data.url;
}

/** How many of its widths are served. */
async function servedOf(shop: TestShop, url: string): Promise<number> {
  const answers = await Promise.all(
    widths.map((width) => shop.request('GET', url.replace(/-\d+\./, `-${width}.`))),
  );
  return answers.filter(({ status }) => status === 200).length;
}

describe.each(engines)('a picture of a part (%s)', (engine) => {
  let shop: TestShop;
  let admin: Person;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 24 * 3650 });
  });
  afterAll(() => shop.close());

  const uploaded = (file?: Buffer) => uploadedTo(shop, admin, file);
  const after = async (days: number) => {
    shop.clock.advance(days * dayMs);
    await shop.everyMinute();
  };
  const served = (url: string) => servedOf(shop, url);
  const add = (image: string) =>
    shop.request('POST', '/api/part', {
      as: admin,
      body: { ...sampleFacts, image, inStock: 10_000 },
    });
  const part = async (image: string): Promise<string> => (await add(image)).body.insertedId;
  const replace = async (id: string, was: string, image: string) => {
    const { status } = await shop.request('PATCH', `/api/part/${id}`, {
      as: admin,
      body: { seen: { ...sampleFacts, image: was }, facts: { ...sampleFacts, image } },
    });
    expect(status).toBe(200);
  };
  const recorded = (url: string) =>
    shop.db.selectFrom('images').select('leaving_since').where('url', '=', url).execute();

  it('that no part ever showed goes after a week, in all widths, and cannot be taken any more', async () => {
    const url = await uploaded();
    await after(6.9);
    expect(await served(url)).toBe(3);
    await after(0.2);
    expect([await served(url), await recorded(url)]).toEqual([0, []]);
    expect((await add(url)).body.error).toBe('image_unknown');
  });

  it('that a part shows among others stays, and goes a week after it was taken off the list', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    const id = await part(first);
    const pictures = (listed: string[]) =>
      shop.request('PATCH', `/api/part/${id}`, {
        as: admin,
        body: {
          seen: { ...sampleFacts, image: first },
          facts: { ...sampleFacts, image: first, pictures: listed.map((image) => ({ image })) },
        },
      });
    expect((await pictures([second])).status).toBe(200);
    await after(20);
    expect(await served(second)).toBe(3);
    // One of another shop is refused, and one that is shown already needs no upload.
    expect((await pictures(['/images/elsewhere.webp'])).body.error).toBe('image_unknown');
    expect((await pictures([first])).status).toBe(200);
    await after(6.9);
    expect(await served(second)).toBe(3);
    await after(0.2);
    expect([await served(second), await served(first)]).toEqual([0, 3]);
  });

  it('that a part shows among others is not due for a copy of an older version, which would not see that it is used', async () => {
    const file = await newFile();
    const [first, second] = [await uploaded(), await uploaded(file)];
    const body = { ...sampleFacts, image: first, inStock: 1000, pictures: [{ image: second }] };
    expect((await shop.request('POST', '/api/part', { as: admin, body })).status).toBe(200);
    const dueAtOlderCopy = async () => {
      const { rows } = await sql`select url from images
        where url = ${second} and leaving_since is null and keep_until <= ${shop.clock.now()}`.execute(
        shop.db,
      );
      return rows.length;
    };
    await uploaded(file);
    shop.clock.advance(59 * dayMs);
    expect(await dueAtOlderCopy()).toBe(0);
    await after(2);
    shop.clock.advance(59 * dayMs);
    expect([await dueAtOlderCopy(), await served(second)]).toEqual([0, 3]);
  });

  it('stays while a part shows it, also one that was deleted', async () => {
    const url = await uploaded();
    const id = await part(url);
    await after(30);
    expect(await served(url)).toBe(3);
    const archived = await shop.request('POST', '/api/admin/parts/archive', {
      as: admin,
      body: { ids: [id] },
    });
    expect(archived.status).toBe(200);
    await after(400);
    await after(8);
    expect(await served(url)).toBe(3);
  });

  it('goes a week after another replaced it, but stays when an order shows it', async () => {
    const first = await uploaded();
    const id = await part(first);
    await after(20);
    const [second, third] = [await uploaded(), await uploaded()];
    await replace(id, first, second);
    await after(6.9);
    expect(await served(first)).toBe(3);
    await shop.order(await shop.person('Ana Duarte'), id, 200);
    await replace(id, second, third);
    await after(0.2);
    await after(30);
    expect([await served(first), await served(second), await served(third)]).toEqual([0, 3, 3]);
  });

  it('that is uploaded again is kept for another week, and back when it had gone', async () => {
    const file = await newFile();
    const url = await uploaded(file);
    await after(6.9);
    await uploaded(file);
    await after(6.9);
    expect(await served(url)).toBe(3);
    await after(1);
    expect(await served(url)).toBe(0);
    expect(await uploaded(file)).toBe(url);
    expect([await served(url), (await add(url)).status]).toEqual([3, 200]);
  });

  /** Makes a picture's files undeletable; answers what is in the way. */
  const obstruct = (url: string): string => {
    const inTheWay = path.join(shop.dataDir, url.replace('-640.', '-1280.'));
    rmSync(inTheWay);
    mkdirSync(inTheWay);
    return inTheWay;
  };
  const logged = () =>
    shop.logged.map((line) => JSON.parse(line)).filter(({ image }) => image !== undefined);

  it('whose files cannot be deleted is tried again, and meanwhile no part takes it', async () => {
    const file = await newFile();
    const url = await uploaded(file);
    const inTheWay = obstruct(url);
    shop.logged.length = 0;
    await after(8);
    expect(logged()).toMatchObject([
      { level: 50, image: url, msg: 'a picture could not be deleted and is tried again' },
    ]);
    expect(await recorded(url)).toEqual([{ leaving_since: shop.clock.now() }]);
    expect((await add(url)).body.error).toBe('image_unknown');
    rmSync(inTheWay, { recursive: true });
    await after(0);
    expect([await served(url), await recorded(url)]).toEqual([0, []]);
    // Brought back before its files went.
    const other = await newFile();
    const kept = await uploaded(other);
    shop.clock.advance(8 * dayMs);
    await shop.db
      .updateTable('images')
      .set({ leaving_since: shop.clock.now() })
      .where('url', '=', kept)
      .execute();
    await uploaded(other);
    await after(0);
    expect([await served(kept), (await add(kept)).status]).toEqual([3, 200]);
  });

  it('goes also when a hundred before it cannot be deleted', async () => {
    const url = await uploaded();
    const id = path.basename(url).replace(/-640\..*/, '');
    const stuck = Array.from({ length: 100 }, (_, n) =>
      url.replace(id, String(n).padStart(id.length, '0')),
    );
    for (const other of stuck)
      mkdirSync(path.join(shop.dataDir, other.replace('-640.', '-320.')), { recursive: true });
    const since = shop.clock.now();
    const rows = stuck.map((other) => ({
      url: other,
      uploaded_by: admin.userId,
      created_at: since,
      leaving_since: since,
    }));
    await shop.db.insertInto('images').values(rows).execute();
    for (const days of [8, 1, 1]) await after(days);
    expect([await served(url), await recorded(url)]).toEqual([0, []]);
    expect((await Promise.all(stuck.map(recorded))).flat()).toHaveLength(100);
    await shop.db.deleteFrom('images').where('url', 'in', stuck).execute();
  });

  it('that a part takes at this moment is not deleted', async () => {
    const url = await uploaded();
    shop.clock.advance(8 * dayMs);
    // On the embedded engine the sweep waits until the part has it; on a server it passes by.
    const [swept] = await inTransaction(shop.db, async (tx) => {
      expect(await holdOwnImage(tx, url)).toBe(true);
      const sweeping = shop.everyMinute();
      if (engine === 'server') await sweeping;
      const taking = sql`update parts set image = ${url} where id = ${await samplePart(tx)}`;
      await taking.execute(tx);
      return [sweeping];
    });
    await swept;
    await shop.everyMinute();
    expect(await served(url)).toBe(3);
  });

  it('is taken or deleted, never both, when both happen at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const url = await uploaded();
      shop.clock.advance(8 * dayMs);
      const [taken] = await Promise.all([add(url), shop.everyMinute(), shop.everyMinute()]);
      await shop.everyMinute();
      expect([taken.status, await served(url)]).toEqual(taken.status === 200 ? [200, 3] : [422, 0]);
    }
  });

  it('is whole when it is uploaded again while it is deleted', async () => {
    for (let round = 0; round < 8; round += 1) {
      const file = await newFile();
      await uploaded(file);
      shop.clock.advance(8 * dayMs);
      const [url] = await Promise.all([uploaded(file), shop.everyMinute()]);
      expect([await served(url), (await add(url)).status]).toEqual([3, 200]);
    }
  });
});

// The embedded engine has one connection: there nothing comes between an upload's file and its row.
describe.each(engines.filter((engine) => engine === 'server'))(
  'a picture that is uploaded again (%s)',
  (engine) => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await startShop({ database: await databaseOn(engine) });
    });
    afterAll(() => shop.close());

    it('is whole when its files go between the file and the row of the upload', async () => {
      const admin = await shop.person('Ada Admin', { role: 'admin' });
      const file = await newFile();
      const url = await uploadedTo(shop, admin, file);
      await shop.db
        .updateTable('images')
        .set({ leaving_since: shop.clock.now() })
        .where('url', '=', url)
        .execute();
      const again = await inTransaction(shop.db, async (tx) => {
        expect(await lockLeavingImage(tx, url)).toBe(true);
        const uploading = uploadedTo(shop, admin, file);
        const waiting = sql`select from pg_locks where not granted`;
        await expect
          .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 30_000 })
          .toBeGreaterThan(0);
        await shop.images.remove(url);
        await deleteImage(tx, url);
        return [uploading];
      });
      expect([await again[0], await servedOf(shop, url)]).toEqual([url, 3]);
    });
  },
);
