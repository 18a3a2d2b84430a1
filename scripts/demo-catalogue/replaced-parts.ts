import { seededRandom } from '#server/db/demo/random.ts';
import { draftPart, type DraftPart, type Taken, type Wish } from './draft-part.ts';

/** No part of the shop is older. */
const oldestInDays = 715;

type Facts = Pick<DraftPart, 'attributes' | 'fitments'>;

/** Whether one part can be put where the other was: same vehicles, same kinds, measures within a tenth. */
function replaces(one: Facts, other: Facts): boolean {
  const near = Object.entries(one.attributes).every(([key, value]) => {
    const before = other.attributes[key];
    return typeof value === 'number' && typeof before === 'number'
      ? Math.abs(value - before) <= Math.abs(value) / 10
      : value === before;
  });
  return near && JSON.stringify(one.fitments) === JSON.stringify(other.fitments);
}

/** The part before it: drawn as the same part, a little smaller, until the name differs and the facts hardly do. */
function partBefore(successor: DraftPart, wish: Wish, taken: Taken): DraftPart {
  for (let step = 1; step <= 40; step++) {
    const smaller = { ...wish, smallerBy: step / 100 };
    const part = draftPart(smaller, taken, (facts) => replaces(successor, facts));
    if (part) return part;
  }
  throw new Error(`No part can be drawn that ${successor.name} replaced.`);
}

/** The parts that led to a part, the youngest first; most are sold out, of some a few pieces are left. */
export function replacedParts(last: DraftPart, wish: Wish, taken: Taken): DraftPart[] {
  const parts: DraftPart[] = [];
  let successor = last;
  while (parts.length < (wish.type.chain ?? 1) - 1) {
    const part = partBefore(successor, wish, taken);
    const random = seededRandom(`replaced:${part.partNumber}`);
    successor = {
      ...part,
      replacedBy: successor.partNumber,
      inStock: random.chance(0.7) ? 0 : 2 * random.between(3, 20),
      ageInDays: Number(((successor.ageInDays + oldestInDays) / 2).toFixed(3)),
    };
    parts.push(successor);
  }
  return parts;
}
