import { imageAt } from '#contract/image-rules.ts';
import { formatDollars } from '#contract/money.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { lowestPriceInWords } from '#web/parts/quantities.ts';
import { paths } from '#web/paths.ts';
import { grouped, reasonOf } from './counts.ts';

/** A part as its row is written. */
export interface TableRow {
  /** What differs from row to row. */
  readonly texts: RowTexts;
  readonly short: boolean;
  readonly fit: ListedFoundPart['fit'];
}

type RowTexts = ReturnType<typeof textsOf> & AttributeTexts;

/** By `attributeNamed`. */
type AttributeTexts = Readonly<Record<`attribute ${string}`, string | undefined>>;

export const attributeNamed = (key: string) => `attribute ${key}` as const;

function attributeTextsOf(
  { attributes = {} }: ListedFoundPart,
  keys: readonly string[],
): AttributeTexts {
  return Object.fromEntries(
    keys.map((key) => [attributeNamed(key), attributes[key]?.toString()] as const),
  );
}

function textsOf(part: ListedFoundPart) {
  const { partNumber, name, brand } = part;
  return {
    id: part._id,
    name,
    number: partNumber ?? undefined,
    numberAndBrand: [partNumber, brand].filter(Boolean).join(' · '),
    nameAndReason: [name, reasonOf(part.match)].filter(Boolean).join(' · '),
    brand: brand ?? undefined,
    page: paths.part(part),
    purchase: paths.purchase(part._id),
    image: imageAt(part.image, 320),
    price: formatDollars(part.price),
    lowestPrice: lowestPriceInWords(part),
    smallestOrder: `${part.orderQuantity}`,
    smallestOrderGrouped: grouped(part.orderQuantity),
    inStock: grouped(part.inStock),
  };
}

/** With those of its attributes that have a column. */
export function rowOf(part: ListedFoundPart, attributes: readonly string[]): TableRow {
  return {
    texts: { ...textsOf(part), ...attributeTextsOf(part, attributes) },
    short: part.inStock < part.orderQuantity,
    fit: part.fit,
  };
}
