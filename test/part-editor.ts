import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import type { Person, TestShop } from './harness.ts';
import { sampleFacts, samplePicture } from './samples.ts';

/** Stores the part types, and adds and edits parts as an admin does; own numbers begin with `prefix`. */
export async function partEditor(shop: TestShop, prefix: string) {
  await storeTaxonomy(shop.db);
  const admin: Person = await shop.person('Ada Admin', { role: 'admin' });
  const image = await samplePicture(shop, admin);
  let count = 0;
  const add = (facts: object) =>
    shop.request('POST', '/api/part', {
      as: admin,
      body: { ...sampleFacts, image, inStock: 1000, ...facts },
    });
  const managed = async (id: string) =>
    (await shop.request('GET', `/api/admin/parts/${id}`, { as: admin })).body;
  return {
    admin,
    image,
    add,
    managed,
    /** Adds a part and answers its id. */
    async added(facts: object = {}): Promise<string> {
      count += 1;
      const { status, body } = await add({ partNumber: `${prefix}-${count}`, ...facts });
      if (status !== 200) throw new Error(`The part is refused: ${JSON.stringify(body)}`);
      return body.insertedId;
    },
    part: async (id: string) => (await shop.request('GET', `/api/parts/${id}`)).body,
    /** Changes these facts of the part as it is now. */
    async edit(id: string, facts: object) {
      const seen = await managed(id);
      const { name, image: shown, description, price, orderQuantity } = seen;
      const specified = { name, image: shown, description, price, orderQuantity };
      return shop.request('PATCH', `/api/part/${id}`, {
        as: admin,
        body: { seen, facts: { ...specified, ...facts } },
      });
    },
    /** Deletes the part, as an admin may. */
    async remove(id: string): Promise<void> {
      const { status, body } = await shop.request('DELETE', `/api/part/${id}`, { as: admin });
      if (status !== 200) throw new Error(`The part is not deleted: ${JSON.stringify(body)}`);
    },
  };
}
