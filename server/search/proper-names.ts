import { alternativesOf, isAsTyped, partsOfCompound } from './correct-word.ts';
import {
  hasPieceOfMeasure,
  isHalfWord,
  isModelByItself,
  isValueInstead,
  isYear,
} from './other-meanings.ts';
import { longestName, marked, runsOf, type Token } from './tokens.ts';
import type { NamedSpan } from './vehicle-wanted.ts';
import type { VehicleName, Vocabulary } from './vocabulary.ts';
import { attributeWords, fillers, units } from './word-lists.ts';

export interface Vehicle extends VehicleName {
  readonly year: number | null;
  /** Of the vehicle, as engines are written; null where none is named. */
  readonly engine: string | null;
  /** The model is the word behind the make, which no part knows. */
  readonly isGuess?: true;
  /** Other names under which it was sold in that year, or ever. */
  readonly otherNames?: readonly NamedSpan[];
}

export interface Names {
  readonly tokens: readonly Token[];
  readonly vehicle: Vehicle | null;
  readonly brand: string | null;
  readonly corrected: readonly { readonly typed: string; readonly as: string }[];
}

/** Finds brand, make, model and year among the words; a name that is typed wrongly is corrected when no name is typed rightly. */
export function findNames(vocabulary: Vocabulary, tokens: readonly Token[]): Names {
  const found = exactNames(vocabulary, tokens);
  const { tokens: spelled, corrected } = corrections(vocabulary, found.tokens);
  // Again over all words, because a corrected make may come with a model that was no name by itself.
  const again = exactNames(
    vocabulary,
    spelled.map(({ use: _use, ...token }) => token),
  );
  const used = corrected.filter(({ as }) =>
    again.tokens.some(({ text, use }) => text === as && use !== undefined),
  );
  const best = used.length === 0 ? found : again;
  return { ...withUnknownModel(vocabulary, best), corrected: used };
}

/** What follows a make and is no word of the shop is a model for which it has nothing, rather than something to pass over. */
function withUnknownModel(
  vocabulary: Vocabulary,
  names: Omit<Names, 'corrected'>,
): Omit<Names, 'corrected'> {
  const { tokens, vehicle } = names;
  // As it is typed, a misspelt word is no model either.
  if (!vehicle || vehicle.model !== null || isAsTyped(vocabulary)) return names;
  const at = tokens.findLastIndex(({ use }) => use === 'vehicle') + 1;
  const { text = '', use } = tokens[at] ?? {};
  const isKnown =
    use !== undefined ||
    text.length < 2 ||
    fillers.has(text) ||
    units.has(text) ||
    vocabulary.choices.has(text) ||
    attributeWords.has(text) ||
    /^\d+$/.test(text) ||
    beginsNumber(tokens.slice(at)) ||
    partsOfCompound(vocabulary, text) !== undefined ||
    alternativesOf(vocabulary, text).some(({ weight }) => weight >= surelyMeant);
  if (isKnown) return names;
  return {
    ...names,
    tokens: marked(tokens, at, 1, 'vehicle'),
    vehicle: { ...vehicle, model: text, isGuess: true },
  };
}

/** Whether these words are a part number rather than a model: '1K0615301AA' in one piece, or '1K0 615 301' in groups of figures. */
function beginsNumber([first, ...after]: readonly Token[]): boolean {
  const end = after.findIndex(({ text, use }) => use !== undefined || !/^\d{3,}$/.test(text));
  const groups = end === -1 ? after : after.slice(0, end);
  const key = [first, ...groups].map((token) => token?.text ?? '').join('');
  return key.length >= 6 && key.replaceAll(/\D/g, '').length >= 4;
}

/** From here on an alternative is a typing error rather than another word. */
const surelyMeant = 0.6;
/** A beginning of a name is not the name: 'hold' is no Holden. */
const surelyName = 0.7;

function exactNames(vocabulary: Vocabulary, given: readonly Token[]): Omit<Names, 'corrected'> {
  const branded = takeBrand(vocabulary, given);
  const { tokens, vehicle } = takeVehicle(vocabulary, branded.tokens);
  if (vehicle === null) return { tokens, vehicle, brand: branded.brand };
  const years = tokens.flatMap((_, at) => (isYear(vocabulary, tokens, at) ? [at] : []));
  const year = years[0] === undefined ? null : Number(tokens[years[0]]?.text);
  const dated = years.reduce((so, at) => marked(so, at, 1, 'year'), tokens);
  return { tokens: dated, vehicle: { ...vehicle, year, engine: null }, brand: branded.brand };
}

function takeBrand({ brands }: Vocabulary, tokens: readonly Token[]) {
  const run = runsOf(tokens, longestName).find(({ key }) => brands.has(key));
  const brand = run && brands.get(run.key);
  if (!run || brand === undefined) return { tokens, brand: null };
  return { tokens: marked(tokens, run.at, run.length, 'brand'), brand };
}

function takeVehicle(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
): { tokens: readonly Token[]; vehicle: VehicleName | null } {
  const { makes, models } = vocabulary;
  const runs = runsOf(tokens, longestName).filter(
    (run) => !hasPieceOfMeasure(vocabulary, tokens, run),
  );
  const makeRun = runs.find(
    (one) => makes.has(one.key) && !isValueInstead(vocabulary, tokens, one),
  );
  const make = makeRun && makes.get(makeRun.key);
  if (!makeRun || make === undefined) {
    const run = runs.find(
      (one) =>
        models.has(one.key) &&
        isModelByItself(vocabulary, tokens, one) &&
        !isHalfWord(vocabulary, tokens, one),
    );
    const vehicle = run && models.get(run.key)?.[0];
    if (!run || !vehicle) return { tokens, vehicle: null };
    return { tokens: marked(tokens, run.at, run.length, 'vehicle'), vehicle };
  }
  const ofMake = (key: string) => models.get(key)?.find((one) => one.make === make);
  const run = runs.find(({ key, at, length }) => {
    // 'Ram' is a make and a model: the same words are not both, but 'mazda 3' is the model Mazda3.
    const isMakeItself = at === makeRun.at && length === makeRun.length;
    return !isMakeItself && ofMake(key) !== undefined;
  });
  const withMake = marked(tokens, makeRun.at, makeRun.length, 'vehicle');
  const vehicle = run && ofMake(run.key);
  if (!run || !vehicle) return { tokens: withMake, vehicle: { make, model: null } };
  return { tokens: marked(withMake, run.at, run.length, 'vehicle'), vehicle };
}

function corrections(vocabulary: Vocabulary, tokens: readonly Token[]) {
  const { brands, makes, models, words } = vocabulary;
  const corrected: { typed: string; as: string }[] = [];
  const spelled = tokens.map((token) => {
    const { text, use, isName } = token;
    // Shorter words are one letter from too many names.
    if (use !== undefined || isName || text.length < 5 || fillers.has(text) || /\d/.test(text))
      return token;
    const { word: as, weight = 0 } = alternativesOf(vocabulary, text)[0] ?? {};
    if (as === undefined || as === text || words.has(as) || weight < surelyName) return token;
    if (!brands.has(as) && !makes.has(as) && !models.has(as)) return token;
    corrected.push({ typed: text, as });
    return { text: as };
  });
  return { tokens: spelled, corrected };
}
