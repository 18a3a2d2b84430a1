import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { formatDollars } from '#contract/money.ts';
import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Suggestions } from '#contract/search.ts';
import { grouped, partsInWords, reasonOf } from '#web/parts/list/counts.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';
import { fittingFirst } from '#web/vehicle/vehicle-address.ts';
import { understoodInWords } from './understood-words.ts';

/** One suggestion: where it leads and what it says. */
export interface Suggestion {
  readonly to: string;
  readonly text: string;
  /** Its second line, such as the number and why it matches. */
  readonly detail?: string;
  /** The address of its picture. */
  readonly picture?: string;
  /** At its end: a price, or how many parts there are. */
  readonly end?: string;
  /** The part, if it is one. */
  readonly part?: Pick<Suggestions['parts'][number], '_id' | 'name' | 'partNumber'>;
}

/** Suggestions of one kind. */
export interface SuggestionGroup {
  readonly label: string;
  readonly options: readonly Suggestion[];
  /** In a wide window two of these stand side by side. */
  readonly half?: true;
}

/** How many shelves and brands are suggested. */
const few = 3;

/** The shop's answer to what is typed, group by group: what it was read as, parts, shelves, brands, numbers, everything. */
export function groupsOf(
  typed: string,
  answer: Suggestions,
  mine?: ChosenVehicle,
): readonly SuggestionGroup[] {
  const { parts, types, categories, brands, numbers, total, understood } = answer;
  // Of each list, what fits the remembered vehicle comes first.
  const listOf = (wanted: PartsWanted) => fittingFirst(partsAddress(wanted), mine);
  const shelf = (wanted: PartsWanted, text: string, count: number): Suggestion => ({
    to: listOf(wanted),
    text,
    end: grouped(count),
  });
  const groups: readonly SuggestionGroup[] = [
    {
      label: `Showing ${understood.readAs}`,
      options:
        understood.corrected.length === 0
          ? []
          : [{ to: listOf({ q: typed, exact: 'yes' }), text: `Search for “${typed}” instead` }],
    },
    { label: 'Parts', options: parts.map(partOption) },
    {
      label: 'In categories',
      half: true,
      options: [
        ...types.map(({ id, name, parts: count }) => shelf({ type: id }, name, count)),
        ...categories.map(({ id, name, parts: count }) => shelf({ category: id }, name, count)),
      ].slice(0, few),
    },
    {
      label: 'Brands',
      half: true,
      options: brands
        .slice(0, few)
        .map(({ name }) => ({ to: listOf({ brand: name }), text: name })),
    },
    {
      label: 'Numbers',
      options: numbers.slice(0, few).map((match) => ({
        to: listOf({ q: match.number }),
        text: match.number,
        detail: reasonOf(match) ?? 'Part number',
      })),
    },
    {
      label: understoodInWords(understood) || 'All results',
      options:
        total.count === 0
          ? []
          : [{ to: listOf({ q: typed }), text: 'Show all', end: partsInWords(total) }],
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function partOption(part: Suggestions['parts'][number]): Suggestion {
  const { _id, name, partNumber, brand, image, price, match } = part;
  return {
    to: paths.part(part),
    text: name,
    detail: [partNumber, brand, reasonOf(match)].filter(Boolean).join(' · '),
    picture: image,
    end: formatDollars(price),
    part: { _id, name, partNumber },
  };
}
