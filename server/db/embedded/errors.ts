/** The database folder is in use, by another process or by this one. */
export class DatabaseLocked extends Error {
  override name = 'DatabaseLocked';
  constructor(dir: string) {
    super(
      `The database in ${dir} is in use by another process. ` +
        'Two at once would lose data, so this one does not open it: stop the other one first.',
    );
  }
}

/** The database folder is not safe to use. */
export class DatabaseUnsafe extends Error {
  override name = 'DatabaseUnsafe';
}

/** The database engine stopped while the shop was running. The process has to end; opening the database again recovers it. */
export class DatabaseStopped extends Error {
  override name = 'DatabaseStopped';
}
