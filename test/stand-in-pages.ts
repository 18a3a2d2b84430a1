import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '#contract/api.ts';
import { temporaryFolder } from './database.ts';

/** Each page shows the URL it was rendered for, and what the test reads for it; a test can delay the rendering. */
const build = `
export const entry = { module: { contextFor: (given) => given, createRequestHandler: () => async ({ url, headers }, { api, takeWhole }) => {
  const { read, isWhole, status, words = '' } = (await globalThis.standInPages?.(url, api)) ?? {};
  const text = JSON.stringify({ url, headers: [...headers], typed: '<script>alert(1)</script>', read }) + words;
  if (isWhole) takeWhole(text);
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
} } };`;

/** Stands in for the built pages. */
export interface StandInPages {
  readonly buildDir: string;
  /** The URL of each rendering, in the order of their beginning. */
  readonly begun: string[];
  /** Whether pages are given as a text instead of a stream; default: false. */
  isWhole: boolean;
  /** The status that pages have, and what their text ends with. */
  ending: { readonly status?: number; readonly words?: string };
  /** Delays all renderings until the returned function is called. */
  hold(): () => void;
  remove(): void;
}

/** Makes such a build. Only one at a time in a test file; `load` reads what its pages show besides. */
export function standInPages(
  load: (url: string, api: Api) => Promise<unknown> = async () => undefined,
): StandInPages {
  const buildDir = temporaryFolder('pages');
  for (const part of ['client/assets', 'server'])
    mkdirSync(path.join(buildDir, part), { recursive: true });
  writeFileSync(path.join(buildDir, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(buildDir, 'server', 'index.js'), build);
  writeFileSync(path.join(buildDir, 'client', 'assets', 'a.js'), '0;');
  const begun: string[] = [];
  let gate = Promise.resolve();
  const render = async (url: string, api: Api) => {
    begun.push(url);
    await gate;
    return { read: await load(url, api), isWhole: pages.isWhole, ...pages.ending };
  };
  Object.assign(globalThis, { standInPages: render });
  const pages: StandInPages = {
    buildDir,
    begun,
    isWhole: false,
    ending: {},
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
  return pages;
}
