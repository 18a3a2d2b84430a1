import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import { findEdited, originalsOf, type SettingValues } from './store.ts';

/** How old what a copy of the shop knows may be when a page is made of it. */
const freshForMs = 20_000;

/** What the shop says of itself, as this copy knows it. */
export interface LiveSettings {
  /** What is shown when no admin has said otherwise. */
  readonly originals: SettingValues;
  /** As it was read last. */
  readonly current: SettingValues;
  /** The same, read anew if it is older than twenty seconds. When the database does not answer, what was known stays. */
  fresh(): Promise<SettingValues>;
  /** Reads it anew; rejects when the database does not answer. */
  refresh(): Promise<void>;
}

/** Reads the settings and keeps them. */
export async function liveSettings({
  db,
  clock,
  log,
  contact,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly contact: SettingValues['contact'];
}): Promise<LiveSettings> {
  const originals = originalsOf(contact);
  let current = originals;
  let until = -Infinity;
  let reading: Promise<void> | undefined;

  let begun = 0;
  let shown = 0;
  const read = async () => {
    const turn = (begun += 1);
    const since = clock.now().getTime();
    const edited = await findEdited(db);
    // One that began later has seen more.
    if (turn < shown) return;
    shown = turn;
    current = { ...originals, ...edited };
    until = since + freshForMs;
  };
  const settings: LiveSettings = {
    originals,
    get current() {
      return current;
    },
    async fresh() {
      if (until > clock.now().getTime()) return current;
      reading ??= read()
        .catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read'))
        .finally(() => (reading = undefined));
      await reading;
      return current;
    },
    // Not the reading that is under way: it may have begun before what the caller wrote.
    refresh: read,
  };
  await read();
  return settings;
}
