import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { backupCommand } from '#server/backup/backup-command.ts';
import { restoreCommand } from '#server/backup/restore-command.ts';
import { openDatabase } from '#server/db/open.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { passphrase } from './backup-programs.ts';

/** The name of a picture's file. */
export const picture = `${'a'.repeat(64)}-640.webp`;

export const embedded = (dataDir: string): DataHome => ({ dataDir, databaseUrl: undefined });

const environment = ({ dataDir, databaseUrl }: DataHome) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  BACKUP_PASSPHRASE: passphrase,
});

/** Makes a backup of a stopped shop; answers the file and what was said. */
export async function backUpInto(file: string, home: DataHome, status = 0) {
  const lines: string[] = [];
  const code = await backupCommand(['--to', file], environment(home), (line) => lines.push(line));
  expect(code).toBe(status);
  return { file, lines };
}

/** Restores a backup by the command; answers what was said. */
export async function restoreInto(home: DataHome, file: string): Promise<string[]> {
  const lines: string[] = [];
  const code = await restoreCommand(['--from', file], environment(home), (line) =>
    lines.push(line),
  );
  expect(code).toBe(0);
  return lines;
}

/** Asks the database of a home where no shop runs. */
export async function query(home: DataHome, text: string): Promise<unknown[]> {
  const { pool, close } = await openDatabase({ dataDir: home.dataDir, url: home.databaseUrl });
  try {
    return (await pool.query(text)).rows as unknown[];
  } finally {
    await close();
  }
}

/** Makes an empty shop one with a category, a picture, half an upload and a secret. */
export async function fillHome(dataDir: string): Promise<void> {
  for (const name of ['images', 'secrets']) mkdirSync(path.join(dataDir, name), { mode: 0o700 });
  writeFileSync(path.join(dataDir, 'images', picture), 'a picture');
  writeFileSync(path.join(dataDir, 'images', `${picture}.0123456789ab`), 'half a picture');
  writeFileSync(path.join(dataDir, 'secrets', 'identity'), 'a secret');
  await query(
    embedded(dataDir),
    `insert into categories (id, name, position) values ('brakes', 'Brakes "🚗"', 1);
     insert into shop_facts (mode, card_accounts, home) values ('demo', '{sandbox}', 'file 1 1')`,
  );
}
