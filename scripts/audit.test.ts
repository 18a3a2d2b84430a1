import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { root } from './run.ts';

let registry: Server | undefined;

afterEach(() => registry?.close());

/** A registry with these advisories; undefined: one that does not answer. */
async function registryThatKnows(advisories: Record<string, unknown> | undefined): Promise<string> {
  registry = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://registry');
    request.resume();
    if (pathname.endsWith('/advisories/bulk') && advisories !== undefined)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(advisories));
    if (pathname === '/kysely') {
      const versions = { '0.29.9': { name: 'kysely', version: '0.29.9', dist: {} } };
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: 'kysely', versions, 'dist-tags': {} }));
    }
    response.writeHead(405).end();
  });
  await new Promise<void>((listening) => registry?.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
}

function audit(address: string): Promise<{ code: number; said: string }> {
  const cache = temporaryFolder('npm');
  const env = {
    ...process.env,
    npm_config_registry: address,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join('scripts', 'audit.ts')],
      { cwd: root, env },
      (_error, said) => {
        rmSync(cache, { recursive: true, force: true });
        resolve({ code: child.exitCode ?? -1, said });
      },
    );
  });
}

test('an advisory about an installed package is told, and ends badly', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: '<1.0.0',
  };
  expect(await audit(await registryThatKnows({ kysely: [advisory] }))).toEqual({
    code: 1,
    said: 'high: kysely <1.0.0: Made up (https://advisories.example/1)\n1 known.\n',
  });
});

test('that nothing is known is told too', async () => {
  expect(await audit(await registryThatKnows({}))).toEqual({
    code: 0,
    said: 'No advisory is known for what is installed.\n',
  });
});

test('a registry that tells no advisories is not taken for good news', async () => {
  const silent = {
    code: 2,
    said: 'The registry does not answer about advisories: nothing is known, neither good nor bad.\n',
  };
  expect(await audit(await registryThatKnows(undefined))).toEqual(silent);
  expect(await audit('http://127.0.0.1:1/')).toEqual(silent);
});
