import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Facets } from '#contract/search.ts';
import { vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { changed } from '#web/parts/parts-address.ts';
import { attributeIn, priceInWords, valueInWords } from './counts.ts';
import { withAttribute } from './facet-choices.ts';

/** A chosen filter, and the list without it. */
export interface Chip {
  readonly text: string;
  readonly without: PartsWanted;
}

/** What an address says of a vehicle, taken away. */
const noVehicle = {
  make: undefined,
  model: undefined,
  year: undefined,
  engine: undefined,
  fit: undefined,
} as const;

/** The chosen filters of a list in words. Names are those of its facets; until they are there an id stands for its name. */
export function chipsOf(wanted: PartsWanted, facets: Facets | undefined): readonly Chip[] {
  const { category, type, brand, make, priceFrom, priceTo, stock, a = [] } = wanted;
  const chip = (text: string, change: Parameters<typeof changed>[1]): Chip => ({
    text,
    without: changed(wanted, change),
  });
  return [
    ...(make === undefined
      ? []
      : [
          chip(
            vehicleInWords({
              ...wanted,
              make,
              year: wanted.year === undefined ? undefined : Number(wanted.year),
            }),
            noVehicle,
          ),
        ]),
    ...(category === undefined
      ? []
      : [
          chip(nameOf(facets?.categories, category), {
            category: undefined,
            type: undefined,
            a: undefined,
          }),
        ]),
    ...(type === undefined
      ? []
      : [chip(nameOf(facets?.types, type), { type: undefined, a: undefined })]),
    ...(stock === undefined ? [] : [chip('In stock', { stock: undefined })]),
    ...(brand === undefined ? [] : [chip(brand, { brand: undefined })]),
    ...(priceFrom === undefined && priceTo === undefined
      ? []
      : [chip(priceInWords(wanted), { priceFrom: undefined, priceTo: undefined })]),
    ...a.map((one) => {
      const { key, value } = attributeIn(one);
      const known = facets?.attributes.find((attribute) => attribute.key === key);
      const said = valueInWords(value, known?.unit ?? '');
      return { text: `${known?.label ?? key} ${said}`, without: withAttribute(wanted, one) };
    }),
  ];
}

function nameOf(list: readonly { id: string; name: string }[] | undefined, id: string): string {
  return list?.find((one) => one.id === id)?.name ?? id;
}
