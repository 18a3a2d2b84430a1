import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A migration and what the comments in its file say of it. */
export interface MigrationFile {
  /** `NNNN_name`, without `.sql`. */
  readonly name: string;
  readonly text: string;
  /** It is left out where the database engine does not support this. */
  readonly needs: string | undefined;
  /** It runs outside a transaction: a single statement that is safe to repeat. */
  readonly isAlone: boolean;
  /** The number of the oldest migration that a version must know to go on with the database. */
  readonly forbidsBefore: string | undefined;
}

export const shopMigrations = new URL('./migrations/', import.meta.url);

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;
const optional = /^-- optional: (.+)$/m;
const alone = /^-- without transaction$/m;
const forbids = /^-- forbids versions before: (\d{4})$/m;

/** All migrations of a folder, in order. */
export function readMigrations(folder: URL): MigrationFile[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const wrong = files.find((name) => !fileName.test(name));
  if (wrong !== undefined) throw new Error(`The migration ${wrong} is not called NNNN_name.sql.`);
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const isAlone = alone.test(text);
    if (isAlone && countStatements(text) !== 1)
      throw new Error(
        `The migration ${file} runs without transaction, so it must be one statement.`,
      );
    return {
      name: file.replace(/\.sql$/, ''),
      text,
      needs: optional.exec(text)?.[1],
      isAlone,
      forbidsBefore: forbids.exec(text)?.[1],
    };
  });
}

/** Of SQL without semicolons in texts and function bodies. */
function countStatements(text: string): number {
  const statements = text.replaceAll(/--.*$/gm, '').split(';');
  return statements.filter((statement) => statement.trim() !== '').length;
}

/** A hash of all migrations. */
export function migrationsHash(folder: URL = shopMigrations): string {
  const hash = createHash('sha256');
  for (const { name, text } of readMigrations(folder)) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}
