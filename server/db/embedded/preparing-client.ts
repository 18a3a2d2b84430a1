import pg from 'pg';

/** Statements beyond these are planned at each use: the engine keeps each plan in its memory. */
const mostStatements = 500;
/** Longer ones list values, and rarely come twice. */
const longestStatement = 5_000;

/**
 * A client whose statements are parsed and planned once instead of at each use, which on the embedded engine takes longer than
 * running most of them. Only there: its tables change in this process alone and before it opens, and no pooler is in between.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>();

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? this.#nameOf(text)
        : undefined;
    const prepared = name === undefined ? args : [{ name, text, values }, ...rest];
    return Reflect.apply(super.query, this, prepared) as never;
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= mostStatements || text.length > longestStatement) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
