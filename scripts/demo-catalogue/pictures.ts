import type { DemoPart } from '#server/db/demo/catalogue.ts';
import type { PartType } from './part-types.ts';
import { lowered } from './wording.ts';

type Told = Pick<DemoPart, 'attributes' | 'partNumber'>;

/** Whether a part is what the label on its type's picture says; true when there is no label. */
export function agreesWithLabel({ label }: PartType, { attributes, partNumber }: Told): boolean {
  return (
    Object.entries(label?.attributes ?? {}).every(([key, value]) => attributes[key] === value) &&
    (label?.partNumber ?? partNumber) === partNumber
  );
}

/** The name of the picture that shows a part best: the variant that its attributes name, and a printed carton only if it is its own. */
function mainPicture(type: PartType, part: Told): string {
  if (type.bare && !agreesWithLabel(type, part)) return type.bare;
  const value = Object.values(part.attributes).find((one) => type.variants?.[one]);
  return (value !== undefined && type.variants?.[value]) || type.id;
}

/** What the main picture shows, where that is not simply the part. */
function mainAlt(type: PartType, part: Told, shown: string): string {
  if (shown !== type.id) return '';
  if (type.bare) return `Printed carton of the ${lowered(type.name)}`;
  if (!type.label?.says || agreesWithLabel(type, part)) return '';
  return `${type.name}; the picture shows ${type.label.says}`;
}

/** Whether it comes in cartons on pallets and its description says so; tyres, batteries and bonnets stand there without cartons. */
function comesOnPallets(type: PartType, description: string): boolean {
  const bareGoods = type.onPallets && type.packSizes[0] === 1;
  return /pallets/.test(description) && !bareGoods;
}

const address = (picture: string) => `/pictures/${picture}.webp`;

/** Main picture and further pictures of a part. */
export function picturesOf(
  type: PartType,
  part: Told & Pick<DemoPart, 'description'>,
): Pick<DemoPart, 'image' | 'imageAlt' | 'pictures'> {
  const shown = mainPicture(type, part);
  const pictures = [];
  if (type.bare && shown !== type.bare)
    pictures.push({ image: address(type.bare), alt: `${type.name} without its carton` });
  if (comesOnPallets(type, part.description))
    pictures.push({ image: address('pallet-of-cartons'), alt: 'Cartons stacked on a pallet' });
  return { image: address(shown), imageAlt: mainAlt(type, part, shown), pictures };
}
