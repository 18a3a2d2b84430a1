import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const shopsOwn = path.join(import.meta.dirname, '../server/db/migrations');

/** Writes migrations, by their names without `.sql`, as those of a version of the shop; answers their folder. */
export function migrationFolder(
  under: string,
  version: string,
  migrations: Record<string, string>,
): URL {
  const folder = made(under, version);
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(path.join(folder, `${name}.sql`), text);
  return pathToFileURL(`${folder}/`);
}

/** The shop's own migrations up to a number, as the version of that time had them. */
export function migrationsUpTo(under: string, number: string): URL {
  const folder = made(under, number);
  for (const name of readdirSync(shopsOwn).filter((one) => one.slice(0, 4) <= number))
    cpSync(path.join(shopsOwn, name), path.join(folder, name));
  return pathToFileURL(`${folder}/`);
}

function made(under: string, version: string): string {
  const folder = path.join(under, version);
  mkdirSync(folder, { recursive: true });
  return folder;
}
