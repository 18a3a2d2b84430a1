/** Another process (or another opening in this one) works on the database folder. */
export class DatabaseLocked extends Error {
  override name = 'DatabaseLocked';
  constructor(dir: string) {
    super(
      `The database in ${dir} is in use by another process. ` +
        'Two at once would lose data, so this one does not open it: stop the other one first.',
    );
  }
}

/** The database folder cannot be trusted with orders as it is. */
export class DatabaseUnsafe extends Error {
  override name = 'DatabaseUnsafe';
}

/** The database engine stopped while the shop was running; the process has to end, opening again recovers. */
export class DatabaseStopped extends Error {
  override name = 'DatabaseStopped';
}
