import { readFileSync } from 'node:fs';

/** The text of one file of the demo data. */
export function demoText(file: string): string {
  return readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8');
}
