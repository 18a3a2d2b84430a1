import { choiceKey } from './attribute-values.ts';
import { knownForm } from './correct-word.ts';
import { rankTypes } from './rank-types.ts';
import { isUnit, longestName, runsOf, type Run, type Token } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { counted, fillers, needTheirMake, units } from './word-lists.ts';

const yearPattern = /^(?:19[5-9]\d|20[0-4]\d)$/;

/** Whether this is a model year that nothing else was taken for. */
export function isYear(vocabulary: Vocabulary, tokens: readonly Token[], at: number): boolean {
  const { text = '', use } = tokens[at] ?? {};
  return use === undefined && yearPattern.test(text) && !isMeasured(vocabulary, tokens, at);
}

/** Whether a name would end with the figure of a measure, such as '300 mm', or begin with its unit, as the 'volt' of '12 volt': '2015 volt' is a year. */
export function hasPieceOfMeasure(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  { at, length }: Run,
): boolean {
  const isUnitOfFigure =
    isMeasured(vocabulary, tokens, at - 1) && !yearPattern.test(tokens[at - 1]?.text ?? '');
  return isUnitOfFigure || isMeasured(vocabulary, tokens, at + length - 1);
}

/** Whether a figure has its unit behind it. A word of a part's name is none: 'golf 2015 v-belt', 'chrysler 300 cylinder head'. */
function isMeasured(vocabulary: Vocabulary, tokens: readonly Token[], at: number): boolean {
  const figure = tokens[at]?.text ?? '';
  const next = tokens[at + 1];
  if (!/^\d+(?:[.,]\d+)?$/.test(figure) || next?.use !== undefined || !isUnit(next)) return false;
  return !fillers.has(next.text) && knownForm(vocabulary, next.text) === undefined;
}

/** Without its make a model is only known by a word that means nothing else, or nothing else with a year beside it. */
export function isModelByItself(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  { key, at, length }: Run,
): boolean {
  if (/^\d+$/.test(key) || fillers.has(key) || units.has(key) || counted.has(key)) return false;
  if (key.length <= 2 && !/\d/.test(key)) return false;
  if (choiceKey(vocabulary, key) !== undefined || knownForm(vocabulary, key) !== undefined)
    return false;
  const hasYear = isYear(vocabulary, tokens, at - 1) || isYear(vocabulary, tokens, at + length);
  return hasYear || !needTheirMake.has(key);
}

/**
 * Whether a make is the value of a part instead, as in 'mini blade fuse': only if all other words name the kind of part that can have it, or another vehicle, and
 * neither a model of the make nor a year, which may be the other vehicle's, says that it is one.
 */
export function isValueInstead(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  make: Run,
): boolean {
  const { choices, makes, models } = vocabulary;
  const values = choices.get(make.key);
  if (!values || tokens.some((_, at) => isYear(vocabulary, tokens, at))) return false;
  const others = tokens.filter((_, at) => at < make.at || at >= make.at + make.length);
  const isOfMake = ({ key }: Run) =>
    models.get(key)?.some((one) => one.make === makes.get(make.key)) === true;
  if (runsOf(others, longestName).some(isOfMake)) return false;
  const isUnitOnly = (one: Token) => isUnit(one) && knownForm(vocabulary, one.text) === undefined;
  const words = others
    .filter((one) => one.use === undefined && !/\d/.test(one.text) && !isUnitOnly(one))
    .filter(({ text }) => !fillers.has(text) && !makes.has(text) && !models.has(text))
    .map(({ text }) => ({ text, value: undefined }));
  const { types, unknown } = rankTypes(vocabulary, words);
  return unknown.length === 0 && values.some(({ type }) => type === types[0]?.type);
}

/** Whether a word with its neighbour is one of the shop's: 'turbo charger' is no Dodge Charger. */
export function isHalfWord(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  { key, at, length }: Run,
): boolean {
  const before = tokens[at - 1]?.text ?? '';
  const after = tokens[at + length]?.text ?? '';
  return [before + key, key + after].some(
    (word) => word !== key && knownForm(vocabulary, word) !== undefined,
  );
}
