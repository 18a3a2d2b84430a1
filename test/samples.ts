import { newId } from '#server/db/new-id.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import type { Database, Shop } from '#server/shop.ts';

/** The URL of a picture that the shop's image host returned, because parts may show only such. */
export async function samplePicture(
  shop: Pick<Shop, 'db' | 'clock'>,
  { userId }: { readonly userId: string },
  url = `/images/${'a'.repeat(64)}-1280.webp`,
): Promise<string> {
  await shop.db
    .insertInto('images')
    .values({ url, uploaded_by: userId, created_at: shop.clock.now() })
    .onConflict((known) => known.doNothing())
    .execute();
  return url;
}

/** The facts of `samplePart` as an admin's form shows them. */
export const sampleFacts = {
  name: 'Brake disc, front, vented 300 mm',
  image: '/pictures/brake-disc.webp',
  description:
    'High-carbon grey cast iron disc, balanced and coated, sold in pairs for workshops that fit them every day.',
  price: 12.5,
  orderQuantity: 200,
};

/** A part on sale: a brake disc at $12.50, from 200 pieces, 1,000 in stock, unless said otherwise. Answers its id. */
export async function samplePart(
  db: Database,
  part: {
    name?: string;
    priceCents?: number;
    orderQuantity?: number;
    inStock?: number;
    createdAt?: Date;
    description?: string;
    partNumber?: string;
  } = {},
): Promise<string> {
  const createdAt = part.createdAt ?? new Date('2026-01-05T08:00:00Z');
  const id = newId(createdAt);
  const inStock = part.inStock ?? 1000;
  await db
    .insertInto('brands')
    .values({ name: 'Brakkenfeld', name_key: 'BRAKKENFELD' })
    .onConflict((known) => known.doNothing())
    .execute();
  await db
    .insertInto('parts')
    .values({
      id,
      name: part.name ?? sampleFacts.name,
      brand: 'Brakkenfeld',
      part_number: part.partNumber ?? `BK-${id.slice(-12)}`,
      part_number_key: (part.partNumber ?? `BK-${id.slice(-12)}`).toUpperCase().replaceAll('-', ''),
      category_id: null,
      description: part.description ?? sampleFacts.description,
      image: sampleFacts.image,
      price_cents: part.priceCents ?? 1250,
      order_quantity: part.orderQuantity ?? sampleFacts.orderQuantity,
      in_stock: inStock,
      created_at: createdAt,
      updated_at: createdAt,
      archived_at: null,
    })
    .execute();
  if (inStock > 0) {
    await db
      .insertInto('stock_ledger')
      .values({
        id: newId(createdAt),
        part_id: id,
        delta: inStock,
        reason: 'opening',
        order_id: null,
        actor: 'sample',
        created_at: createdAt,
      })
      .execute();
  }
  await writeSearchWords(db, [id]);
  return id;
}
