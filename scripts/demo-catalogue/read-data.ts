import { readFileSync } from 'node:fs';

/** The text of one file of data/. */
export function readData(file: string): string {
  return readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8');
}

/** The rows of a comma-separated file without its heading; no field holds a comma. */
export function readRows(file: string): string[][] {
  const lines = readData(file).trim().split('\n').slice(1);
  return lines.map((line) => line.split(','));
}
