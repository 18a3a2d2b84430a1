import type { DemoPart, QuantityRules } from '#server/db/demo/catalogue.ts';
import { seededRandom } from '#server/db/demo/random.ts';
import { type DraftPart, draftPart, type Taken } from './draft-part.ts';
import { GivenNumbers, numbersOf } from './numbers.ts';
import { chooseEngine } from './fitted-engine.ts';
import { categories, type PartType } from './part-types.ts';
import { picturesOf } from './pictures.ts';
import { readData } from './read-data.ts';
import { replacedParts } from './replaced-parts.ts';

/** The six parts of the home page, newest first; chosen by hand, so that each is what its picture shows. */
const newestParts = JSON.parse(readData('newest-parts.json')) as Omit<DraftPart, 'drawnAs'>[];

/** What has to hold for some fitments, by category. */
const fitmentNotes = JSON.parse(readData('fitment-notes.json')) as Record<string, string[]>;

/** How a few parts are sold in bulk, by their numbers. */
const quantityRules = JSON.parse(readData('quantity-rules.json')) as Record<string, QuantityRules>;

function draftType(type: PartType, categoryId: string, taken: Taken): DraftPart[] {
  const newest = newestParts
    .filter((part) => part.partTypeId === type.id)
    .map((part) => ({ ...part, drawnAs: part.partNumber }));
  const parts: DraftPart[] = [];
  for (let place = newest.length; place < (type.count ?? 5); place++) {
    const part = draftPart({ type, categoryId, place }, taken);
    if (part) parts.push(part);
    if (part && place + 1 === (type.count ?? 5))
      parts.push(...replacedParts(part, { type, categoryId, place }, taken));
  }
  return [...newest, ...parts];
}

/** Some fitments have a condition, and some of parts of an engine one engine only; the hand-chosen parts fit without either. */
function fitmentsOf(type: PartType, part: DraftPart): DemoPart['fitments'] {
  const random = seededRandom(`notes:${part.partNumber}`);
  const notes = fitmentNotes[part.categoryId] ?? [];
  const byHand = newestParts.some(({ partNumber }) => partNumber === part.partNumber);
  const engineFor = type.fit === 'engine' && !byHand ? chooseEngine(part) : () => '';
  return part.fitments.map((fitment) => {
    const note = !byHand && random.chance(0.06) ? random.pick(notes) : '';
    return { ...fitment, engine: engineFor(fitment), note, source: 'Catalogue' };
  });
}

function complete(type: PartType, draft: DraftPart, given: GivenNumbers): DemoPart {
  const { drawnAs: _drawnAs, ...part } = draft;
  return {
    ...part,
    ...quantityRules[part.partNumber],
    fitments: fitmentsOf(type, draft),
    ...picturesOf(type, draft),
    numbers: numbersOf(type, draft, given),
  };
}

/** The catalogue of the demo, newest first; always the same. */
export function drawCatalogue(): DemoPart[] {
  const taken = {
    names: new Set(newestParts.map((part) => part.name)),
    numbers: new Set(newestParts.map((part) => part.partNumber)),
  };
  const drafts = categories.flatMap(({ id, types }) =>
    types.flatMap((type) => draftType(type, id, taken).map((draft) => ({ type, draft }))),
  );
  const given = new GivenNumbers([...taken.numbers]);
  return drafts
    .map(({ type, draft }) => complete(type, draft, given))
    .toSorted((one, other) => one.ageInDays - other.ageInDays);
}

const onePerLine = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join(',\n');

/** The catalogue's file: a line for each category and each part. */
export function catalogueText(): string {
  const named = categories.map(({ id, name }) => ({ id, name }));
  return `{\n"categories":[\n${onePerLine(named)}\n],\n"parts":[\n${onePerLine(drawCatalogue())}\n]\n}\n`;
}
