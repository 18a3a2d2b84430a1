import pg from 'pg';
import { StatementNames } from '#server/db/statement-names.ts';

/**
 * A client whose statements are parsed and planned once instead of at each use, which on the embedded engine takes longer than
 * running most of them. Statements with all columns, too: its tables change in this process alone and before it opens, and no pooler is in between.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new StatementNames();

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const name =
      typeof text === 'string' && Array.isArray(values) ? this.nameOf(text, values) : undefined;
    const prepared = name === undefined ? args : [{ name, text, values }, ...rest];
    return Reflect.apply(super.query, this, prepared) as never;
  }

  /** Under which it keeps a statement; undefined when it does not. */
  nameOf(text: string, values: readonly unknown[]): string | undefined {
    return values.length > 0 ? this.#names.of(text) : undefined;
  }
}
