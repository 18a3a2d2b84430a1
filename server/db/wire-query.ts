import pg from 'pg';

/** A statement as it goes over the wire. */
export interface Step {
  /** Under which the connection keeps it; undefined when it does not. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** What it answers is not for whoever asked: it is neither described nor kept. */
  readonly isAside?: true;
  /** Milliseconds after which the connection parses and plans it anew; default: never. */
  readonly renewedAfterMs?: number;
}

/** What is used of `pg`'s own query and connection; its types leave most of it out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that it keeps, by name. */
  readonly parsedStatements: Record<string, string | undefined>;
  parse(message: { name: string | undefined; text: string }): void;
  close(message: { type: 'S'; name: string }): void;
  bind(message: { statement: string | undefined; values: readonly unknown[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
}
interface WireAnswer {
  submit(connection: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}
interface QueryConfig {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly callback: (
    error: Error | null | undefined,
    results: pg.QueryResult | pg.QueryResult[],
  ) => void;
}
const Query = pg.Query as unknown as new (config: QueryConfig) => WireAnswer;

/** Of statements that are renewed a connection keeps so many, those that were asked last: a plan takes up to half a megabyte. */
const mostRenewed = 40;

/** When a connection parsed each statement that is renewed, by its name; the one that was asked last is the last. */
const parsedAt = new WeakMap<Wire, Map<string, number>>();

function timesOf(connection: Wire): Map<string, number> {
  const times = parsedAt.get(connection) ?? new Map<string, number>();
  parsedAt.set(connection, times);
  return times;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils;

/** What the server has yet to parse for a connection, in the order in which it was sent. Of `pg`'s own queries none may be under way beside them. */
const toParse = new WeakMap<Wire, Sent[]>();

/** A step that was sent with its text, and the query that it is of. */
interface Sent {
  readonly step: Step;
  readonly of: WireQuery;
}

function toParseOf(connection: Wire): Sent[] {
  const known = toParse.get(connection);
  if (known !== undefined) return known;
  const waiting: Sent[] = [];
  toParse.set(connection, waiting);
  // A statement that was parsed stays on the connection, even if it fails then.
  connection.on('parseComplete', () => {
    const { name, text, renewedAfterMs } = waiting.shift()?.step ?? {};
    if (name === undefined) return;
    connection.parsedStatements[name] = text;
    if (renewedAfterMs !== undefined) timesOf(connection).set(name, performance.now());
  });
  return waiting;
}

/** Whether the server may be about to know a statement by this name. Whether it will is not certain: what is before it may fail. */
function isAboutToBeParsed(connection: Wire, name: string | undefined): boolean {
  return name !== undefined && toParseOf(connection).some(({ step }) => step.name === name);
}

/** Several statements before one Sync: one write, one round trip. When one fails, the server skips those behind it. */
class WireQuery extends Query {
  readonly steps: readonly Step[];
  #asideLeft: number;

  constructor(steps: readonly Step[], config: QueryConfig) {
    super(config);
    this.steps = steps;
    this.#asideLeft = steps.filter(({ isAside }) => isAside).length;
  }

  override submit(connection: Wire): Error | null {
    let values: unknown[][];
    try {
      values = this.steps.map((step) => step.values.map(prepareValue));
    } catch (error) {
      return error as Error;
    }
    connection.stream.cork();
    // Before all that may fail: what is behind that is skipped.
    endOld(connection, this.steps);
    this.steps.forEach((step, at) => this.#send(connection, step, values[at] ?? []));
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  #send(connection: Wire, step: Step, values: readonly unknown[]): void {
    const { text, isAside } = step;
    const name = isAboutToBeParsed(connection, step.name) ? undefined : step.name;
    if (name === undefined || connection.parsedStatements[name] !== text) {
      connection.parse({ name, text });
      toParseOf(connection).push({ step: { ...step, name }, of: this });
    }
    connection.bind({ statement: name, values });
    if (!isAside) connection.describe({ type: 'P', name: '' });
    connection.execute({});
  }

  override handleDataRow(message: unknown): void {
    if (this.#asideLeft === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#asideLeft === 0) super.handleCommandComplete(message, connection);
    else this.#asideLeft -= 1;
  }

  override handleError(error: Error, connection: Wire): void {
    const waiting = toParseOf(connection);
    // What was sent before is parsed by now.
    while (waiting[0]?.of === this) waiting.shift();
    super.handleError(error, connection);
  }
}

/**
 * Ends those of these statements that are to be renewed and were not parsed lately, and for them as many as nobody has asked for longest; to end one that the
 * server does not have is no fault.
 */
function endOld(connection: Wire, steps: readonly Step[]): void {
  const times = timesOf(connection);
  const old: string[] = [];
  for (const { name, renewedAfterMs } of steps) {
    if (name === undefined || renewedAfterMs === undefined) continue;
    if (isAboutToBeParsed(connection, name)) continue;
    const since = times.get(name) ?? -Infinity;
    times.delete(name);
    if (performance.now() - since < renewedAfterMs) times.set(name, since);
    else old.push(name);
  }
  const tooMany = times.size + old.length - mostRenewed;
  if (old.length > 0 && tooMany > 0) old.push(...[...times.keys()].slice(0, tooMany));
  for (const name of old) {
    connection.close({ type: 'S', name });
    delete connection.parsedStatements[name];
    times.delete(name);
  }
}

/** Sends statements in one go; those aside come first. Answers the results of the others. */
export function sendSteps(
  client: pg.ClientBase,
  steps: readonly Step[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const callback: QueryConfig['callback'] = (error, results) =>
      error ? reject(error) : resolve(Array.isArray(results) ? results : [results]);
    const texts = steps.flatMap(({ text, isAside }) => (isAside ? [] : [text]));
    const values = steps.flatMap((step) => (step.isAside ? [] : step.values));
    const query = new WireQuery(steps, { text: texts.join(';\n'), values, callback });
    client.query(query as unknown as pg.Submittable);
  });
}
