import { isForAnyValues } from './any-values.ts';

/**
 * Statements beyond these are planned at each use: a database keeps the plan of each in its memory, on a server for each connection. Of those with plans for any
 * values the names of those go that were asked for longest ago; a connection keeps the plans of fewer (`wire-query.ts`).
 */
const mostStatements = 500;
/** Longer ones list values, and rarely come twice. */
const longestStatement = 5_000;

/** How many rows have a word decides how they are found best, where nobody has made sure of it. */
const isForItsValues = (text: string): boolean =>
  text.length > longestStatement || text.includes('@@');

/** Names under which a database keeps statements that it has planned; one text has one name, and no name is given again. */
export class StatementNames {
  /** Those with plans for any values in the order in which they were asked for. */
  readonly #names = {
    forValues: new Map<string, string>(),
    forAnyValues: new Map<string, string>(),
  };
  #made = 0;

  /** Undefined for a text that has none yet. */
  known(text: string): string | undefined {
    const kind = kindOf(text);
    const names = this.#names[kind];
    const name = names.get(text);
    if (name === undefined || kind === 'forValues') return name;
    names.delete(text);
    names.set(text, name);
    return name;
  }

  /** Undefined for a text that is not to be kept. */
  of(text: string): string | undefined {
    const known = this.known(text);
    if (known !== undefined) return known;
    const kind = kindOf(text);
    const names = this.#names[kind];
    const isFull = names.size >= mostStatements;
    if (kind === 'forValues' && (isFull || isForItsValues(text))) return undefined;
    const [oldest] = names.keys();
    if (isFull && oldest !== undefined) names.delete(oldest);
    const name = `s${(this.#made += 1)}`;
    names.set(text, name);
    return name;
  }
}

function kindOf(text: string): 'forValues' | 'forAnyValues' {
  return isForAnyValues(text) ? 'forAnyValues' : 'forValues';
}
