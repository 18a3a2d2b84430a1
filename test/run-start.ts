import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.join(import.meta.dirname, '..');

/** Starts the shop as `npm start` does, with nothing of this process's environment; answers how it ended and what it said. */
export async function runStart(env: Record<string, string>, ...flags: string[]): Promise<{ code: number | null; said: string[] }> {
  const shop = spawn(process.execPath, [path.join(root, 'server', 'main.ts'), ...flags], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 50_000,
  });
  const [said, [code]] = await Promise.all([text(shop.stderr), once(shop, 'close') as Promise<[number | null]>]);
  return { code, said: said.trimEnd().split('\n') };
}
