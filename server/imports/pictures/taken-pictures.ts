import { errors } from '#contract/errors.ts';
import { partMeant, type Known } from '#server/imports/settle-part.ts';
import type { Fault, WantedPart } from '#server/imports/wanted-part.ts';
import type { Database } from '#server/shop.ts';
import { isSource, sourcesOf } from './picture-sources.ts';
import { findTaken, type TakenPicture } from './pictures-store.ts';

/** What a file says of a part with the pictures that were taken for it, and those that cannot be had. */
export interface PicturedPart {
  readonly wanted: WantedPart;
  readonly lacking: readonly Fault[];
}

/** Puts the shop's own addresses in the place of what a file calls its pictures; those that cannot be had are left out. */
export async function withTakenPictures(
  tx: Database,
  id: string,
  parts: readonly WantedPart[],
): Promise<PicturedPart[]> {
  const taken = await findTaken(tx, id, parts.flatMap(sourcesOf));
  return parts.map((part) => pictured(part, taken));
}

function pictured(part: WantedPart, taken: ReadonlyMap<string, TakenPicture>): PicturedPart {
  const { image, pictures, ...wanted } = part;
  const lacking: Fault[] = [];
  const had = (field: 'image' | 'picture', named: string): string | undefined => {
    const outcome = isSource(named) ? taken.get(named) : { url: named };
    if (outcome && 'url' in outcome) return outcome.url;
    lacking.push({ field, value: named, reason: outcome?.reason ?? errors.image_unknown[1] });
    return undefined;
  };
  const main = image === undefined ? undefined : had('image', image);
  const further = pictures?.flatMap((one) => {
    const url = had('picture', one.image);
    return url === undefined ? [] : [{ ...one, image: url }];
  });
  return {
    wanted: {
      ...wanted,
      ...(main !== undefined && { image: main }),
      ...(further !== undefined && { pictures: further }),
    },
    lacking,
  };
}

/** A part that is in the shop keeps its further pictures when not all new ones can be had: a server that is down, or a name with a typo, takes nothing away. */
export function keepingPictures({ wanted, lacking }: PicturedPart, known: Known): WantedPart {
  const { pictures, lacksPictures = false, ...others } = wanted;
  const lacks = lacksPictures || lacking.some(({ field }) => field === 'picture');
  if (pictures === undefined || (lacks && partMeant(wanted, known) !== undefined)) return others;
  return { ...others, pictures };
}
