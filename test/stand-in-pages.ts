import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './database.ts';

/** Each page shows what it was made of, and is made when it is let. */
const build = `
export const entry = { module: { contextFor: () => ({}), createRequestHandler: () => async ({ url, headers }) => {
  await globalThis.standInPages?.(url);
  const text = JSON.stringify({ url, headers: [...headers], typed: '<script>alert(1)</script>' });
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
} } };`;

/** Stands in for the built pages. */
export interface StandInPages {
  readonly buildDir: string;
  /** The address of each rendering, in the order in which they began. */
  readonly begun: string[];
  /** From now on no rendering ends, until the returned call. */
  hold(): () => void;
  remove(): void;
}

/** Writes pages that tell what was rendered. One at a time in a test file. */
export function standInPages(): StandInPages {
  const buildDir = temporaryFolder('pages');
  for (const part of ['client/assets', 'server'])
    mkdirSync(path.join(buildDir, part), { recursive: true });
  writeFileSync(path.join(buildDir, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(buildDir, 'server', 'index.js'), build);
  writeFileSync(path.join(buildDir, 'client', 'assets', 'a.js'), '0;');
  const begun: string[] = [];
  let gate = Promise.resolve();
  Object.assign(globalThis, { standInPages: (url: string) => (begun.push(url), gate) });
  return {
    buildDir,
    begun,
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
    remove() {
      Object.assign(globalThis, { standInPages: undefined });
      rmSync(buildDir, { recursive: true, force: true });
    },
  };
}
