// `npm run bench:pages`: requests per second and CPU time per answer, compared with a bare `node:http` server that says hello:
// the home page from the page cache, the same with random query parameters, and searches that are not cached. Alternating
// turns in one process; the client has its own thread.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildsFolder } from '#server/http/built-pages.ts';
import { mountSite } from '#server/http/site.ts';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

const turnMs = 2_000;
const rounds = 3;
const connections = 16;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Asked {
  readonly name: string;
  readonly port: number;
  readonly path: string;
}

interface Figure {
  answered: number;
  cpuMicros: number;
}

/** One turn; the CPU time is that of this thread, in which both servers run. */
async function turn(
  reader: Worker,
  { port, path: asked, ms }: Asked & { ms: number },
  figure: Figure,
): Promise<void> {
  const before = process.threadCpuUsage();
  const read = once(reader, 'message') as Promise<[number]>;
  reader.postMessage({ port, path: asked, ms });
  const [answered] = await read;
  const used = process.threadCpuUsage(before);
  figure.answered += answered;
  figure.cpuMicros += used.user + used.system;
}

function lineOf(name: string, { answered, cpuMicros }: Figure, hello: Figure): string {
  const rate = answered / ((rounds * turnMs) / 1000);
  const micros = cpuMicros / answered;
  const share = answered / hello.answered;
  return `| ${name} | ${Math.round(rate)} | ${share.toFixed(2)} | ${micros.toFixed(0)} | ${(micros / (hello.cpuMicros / hello.answered)).toFixed(1)} |`;
}

async function bench(): Promise<void> {
  // Before the pages are loaded: React's development version takes twice the time.
  process.env['NODE_ENV'] = 'production';
  const shop = await startShop({ pages: mountSite });
  for (let place = 1; place <= 7; place += 1)
    await samplePart(shop.db, { name: `Brake disc ${place}` });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const bare = createServer((_request, response) =>
    response.writeHead(200, { 'content-length': 6 }).end('hello\n'),
  );
  await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
  const reader = new Worker(new URL('./load-client.ts', import.meta.url), {
    workerData: { connections },
  });
  const { port: home } = shop.app.server.address() as AddressInfo;
  const asked: readonly (Asked & { figure: Figure })[] = [
    {
      name: 'bare `node:http`, hello',
      port: (bare.address() as AddressInfo).port,
      path: '/',
      figure: { answered: 0, cpuMicros: 0 },
    },
    {
      name: 'the home page, cached, brotli',
      port: home,
      path: '/',
      figure: { answered: 0, cpuMicros: 0 },
    },
    {
      name: 'the home page, `/?x=RANDOM`',
      port: home,
      path: '/?x=RANDOM',
      figure: { answered: 0, cpuMicros: 0 },
    },
    {
      name: 'a new search, `/parts?q=RANDOM`',
      port: home,
      path: '/parts?q=RANDOM',
      figure: { answered: 0, cpuMicros: 0 },
    },
  ];
  // Fills the cache.
  await (await fetch(`http://127.0.0.1:${home}/`)).text();
  for (const one of asked) await turn(reader, { ...one, ms: 500 }, { answered: 0, cpuMicros: 0 });
  for (let round = 0; round < rounds; round += 1)
    for (const one of asked) await turn(reader, { ...one, ms: turnMs }, one.figure);
  say(
    `Answers per second, ${rounds} turns of ${turnMs / 1000} s each, ${connections} connections; Node ${process.version}`,
  );
  say('');
  say('| address | per second | of hello | processor µs each | times hello |');
  say('|---|---|---|---|---|');
  const [hello] = asked;
  for (const { name, figure } of asked) say(lineOf(name, figure, hello?.figure ?? figure));
  await reader.terminate();
  bare.closeAllConnections();
  bare.close();
  await shop.close();
}

if (existsSync(path.join(buildsFolder, 'current'))) await bench();
else {
  say('The pages are not built yet: npm run build');
  process.exitCode = 1;
}
