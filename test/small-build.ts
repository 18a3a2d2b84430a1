import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './database.ts';

/** A build of one page and one asset (`/assets/page.js`), for tests that do not depend on pages. The caller removes the folder. */
export function smallBuild(): string {
  const folder = temporaryFolder('build');
  mkdirSync(path.join(folder, 'client', 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'server'));
  writeFileSync(path.join(folder, 'client', 'assets', 'page.js'), 'page;');
  writeFileSync(
    path.join(folder, 'server', 'index.js'),
    `export const entry = { module: {
      createRequestHandler: () => async () => new Response('<!doctype html><title>page</title>'),
      contextFor: () => undefined,
    } };`,
  );
  return folder;
}
