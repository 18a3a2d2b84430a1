import { engineText, engineTyped, meets, readEngine, type Engine } from '#contract/engine-rules.ts';
import type { Vehicle } from './proper-names.ts';
import { isUnit, marked, type Token } from './tokens.ts';

/** The engines that are known of a model in a year, or ever without a year. */
export type EnginesOf = (make: string, model: string, year: number | null) => readonly Engine[];

/** Words of the longest engine, such as '2.0 l V6 petrol'. */
const longestEngine = 4;

interface Named {
  readonly tokens: readonly Token[];
  readonly vehicle: Vehicle | null;
}

/**
 * Takes figures that follow a vehicle for its engine, as the '2.0' of 'golf 2015 2.0': only if the model is known to have such an engine, because other
 * figures are measures of the part.
 */
export function withEngine({ tokens, vehicle }: Named, enginesOf: EnginesOf): Named {
  if (!vehicle || vehicle.model === null) return { tokens, vehicle };
  const { make, model, year } = vehicle;
  const at = placeBehind(tokens);
  const ofYear = enginesOf(make, model, year);
  // Of many years nothing is known; then the model's engines of other years say what may be one.
  const known = ofYear.length > 0 ? ofYear : enginesOf(make, model, null);
  for (let length = longestEngine; length >= 1; length -= 1) {
    const run = tokens.slice(at, at + length);
    const isFree = run.length === length && run.every(({ use }) => use === undefined);
    // '2.0 mm' is no engine.
    if (!isFree || isUnit(tokens[at + length])) continue;
    const said = engineIn(run.map(({ text }) => text).join(' '));
    const having = said ? known.filter((engine) => meets(engine, said) === 'yes') : [];
    if (!said || having.length === 0) continue;
    const [only] = having;
    const isSure = only !== undefined && having.length === 1 && ofYear.length > 0;
    return {
      tokens: marked(tokens, at, length, 'engine'),
      vehicle: { ...vehicle, engine: engineText(isSure ? only : said) },
    };
  }
  return { tokens, vehicle };
}

/** Behind the last word of the vehicle, and its year if that comes next. */
function placeBehind(tokens: readonly Token[]): number {
  const vehicle = tokens.findLastIndex(({ use }) => use === 'vehicle');
  return tokens[vehicle + 1]?.use === 'year' ? vehicle + 2 : vehicle + 1;
}

/** An engine that is named with a figure: a fuel alone may be said of a part. */
function engineIn(text: string): Engine | undefined {
  const said = readEngine(engineTyped(text));
  return said && (said.litres !== null || said.cylinders !== null) ? said : undefined;
}
