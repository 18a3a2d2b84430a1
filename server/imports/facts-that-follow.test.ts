import { describe, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList, step, type ListToImport } from '#test/import-files.ts';
import { samplePicture } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const admin = await shop.person('Ada Admin', { role: 'admin' });

async function imported(file: string, options: ListToImport = {}): Promise<void> {
  const { _id, found } = await checkedList(shop, admin, file, options);
  expect(found.refused).toBe(0);
  expect((await step(shop, admin, _id, 'apply')).state).toBe('applied');
}
const partOf = async (number: string) => {
  const { body } = await shop.request('GET', `/api/parts?q=${number}`);
  return (await shop.request('GET', `/api/parts/${(body as { _id: string }[])[0]?._id}`)).body;
};

describe('an import that changes', () => {
  test('the type of a part keeps the attributes that the new type has in the same unit', async () => {
    const head = 'Part number,Name,Price,Part type,attribute:dia,attribute:thk';
    await imported(`${head}\nTYPE-1,Disc,1.00,Brake disc,280,25\n`);
    // A drum is measured in mm, too; a wheel in inches.
    await imported('Part number,Part type\nTYPE-1,Brake drum\n');
    expect((await partOf('TYPE1')).attributes).toEqual({ dia: 280 });
    await imported('Part number,Part type\nTYPE-1,Steel wheel\n');
    expect((await partOf('TYPE1')).attributes).toEqual({});
  });

  test('the picture of a part takes the words of the one before away, unless it brings words', async () => {
    const pictures = await Promise.all(
      ['c', 'd', 'e'].map((sign) =>
        samplePicture(shop, admin, `/images/${sign.repeat(64)}-1280.webp`),
      ),
    );
    const head = 'Part number,Name,Price,Image,Image text';
    const fields = { 'Image text': 'imageAlt' };
    await imported(`${head}\nALT-1,Disc,1.00,${pictures[0]},A drilled disc\n`, { fields });
    await imported(`Part number,Image\nALT-1,${pictures[0]}\n`);
    expect((await partOf('ALT1')).imageAlt).toBe('A drilled disc');
    await imported(`Part number,Image\nALT-1,${pictures[1]}\n`);
    expect(await partOf('ALT1')).toMatchObject({ image: pictures[1], imageAlt: '' });
    await imported(`${head}\nALT-1,Disc,1.00,${pictures[2]},A vented disc\n`, { fields });
    expect(await partOf('ALT1')).toMatchObject({ image: pictures[2], imageAlt: 'A vented disc' });
  });
});
