import { isForAnyValues } from './any-values.ts';

/**
 * Statements beyond these are planned at each use: a database keeps the plan of each in its memory, on a server for each connection. Of those with plans for any
 * values it keeps the ones that were asked last.
 */
const mostStatements = { forValues: 500, forAnyValues: 500 };
/** Longer ones list values, and rarely come twice. */
const longestStatement = 5_000;

/** How many rows have a word decides how they are found best, where nobody has made sure of it. */
const isForItsValues = (text: string): boolean =>
  text.length > longestStatement || text.includes('@@');

/** Names under which a database keeps statements that it has planned; one text has one name. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = { forValues: 0, forAnyValues: 0 };

  /** Undefined for a text that has none yet. */
  known(text: string): string | undefined {
    return this.#names.get(text);
  }

  /** Undefined for a text that is not to be kept. */
  of(text: string): string | undefined {
    const known = this.known(text);
    if (known !== undefined) return known;
    const kind = isForAnyValues(text) ? 'forAnyValues' : 'forValues';
    if (kind === 'forValues' && isForItsValues(text)) return undefined;
    if (this.#counts[kind] >= mostStatements[kind]) return undefined;
    this.#counts[kind] += 1;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
