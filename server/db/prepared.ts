import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type RawBuilder,
} from 'kysely';
import type { Tables } from './schema.ts';

/** Builds statements and runs none. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands in a statement where a value comes later; whoever uses it as a value is told. */
class Place {
  readonly of: string;

  constructor(of: string) {
    this.of = of;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`The value '${this.of}' is not known while its statement is built.`);
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

/**
 * A statement whose SQL is built once, at its first use: `build` writes it for values that are only known later, each of which it
 * may hand to Kysely and do nothing else with. Of a statement that looks different for different values there is one for each look.
 * Answers the statement with its values, for `executeQuery`, `rowsOf` and `together`.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Values) => Compilable<Row> | RawBuilder<Row>,
): (values: Values) => CompiledQuery<Row> {
  let built: CompiledQuery<Row> | undefined;
  return (values) => {
    built ??= build(builder, places() as Values).compile(builder);
    const parameters = built.parameters.map((place) =>
      place instanceof Place ? values[place.of as keyof Values] : place,
    );
    return { ...built, parameters };
  };
}

/** A place for each value that is asked for. */
function places(): object {
  return new Proxy({}, { get: (_target, name) => new Place(String(name)) });
}

/** Runs a statement and answers its rows. */
export async function rowsOf<Row>(
  db: Pick<Kysely<Tables>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  return (await db.executeQuery(query)).rows;
}
