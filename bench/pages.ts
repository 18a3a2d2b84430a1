// `npm run bench:pages`: the home page from the page cache against a bare `node:http` that says hello, by turns in one run,
// in one process; the reader has a thread of its own, and what is compared beside the rate is the processor's time per answer.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { mountSite } from '#server/http/site.ts';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

const turnMs = 2_000;
const rounds = 3;
const connections = 16;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Figure {
  answered: number;
  cpuMicros: number;
}

/** One turn of reading; the processor's time is that of this thread, in which both servers are. */
async function turn(reader: Worker, { port, ms }: { port: number; ms: number }, figure: Figure): Promise<void> {
  const before = process.threadCpuUsage();
  const answered = await new Promise<number>((resolve, reject) => {
    reader.once('message', resolve).once('error', reject);
    reader.postMessage({ port, path: '/', ms });
  });
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
  // Before the pages are loaded: a React of development takes twice the time.
  process.env['NODE_ENV'] = 'production';
  const shop = await startShop({ pages: mountSite });
  for (let place = 1; place <= 7; place += 1) await samplePart(shop.db, { name: `Brake disc ${place}` });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const bare = createServer((_request, response) => response.writeHead(200, { 'content-length': 6 }).end('hello\n'));
  await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
  const reader = new Worker(new URL('./load-client.ts', import.meta.url), { workerData: { connections } });
  const ports = { hello: (bare.address() as AddressInfo).port, home: (shop.app.server.address() as AddressInfo).port };
  const figures = { hello: { answered: 0, cpuMicros: 0 }, home: { answered: 0, cpuMicros: 0 } };
  // The first rendering is not of the cache.
  await (await fetch(`http://127.0.0.1:${ports.home}/`)).text();
  for (const port of [ports.hello, ports.home]) await turn(reader, { port, ms: 500 }, { answered: 0, cpuMicros: 0 });
  for (let round = 0; round < rounds; round += 1) {
    await turn(reader, { port: ports.hello, ms: turnMs }, figures.hello);
    await turn(reader, { port: ports.home, ms: turnMs }, figures.home);
  }
  say(`Answers per second, ${rounds} turns of ${turnMs / 1000} s each, ${connections} connections; Node ${process.version}`);
  say('');
  say('| address | per second | of hello | processor µs each | times hello |');
  say('|---|---|---|---|---|');
  say(lineOf('bare `node:http`, hello', figures.hello, figures.hello));
  say(lineOf('the home page, cached, brotli', figures.home, figures.hello));
  await reader.terminate();
  bare.closeAllConnections();
  bare.close();
  await shop.close();
}

if (existsSync(path.join(import.meta.dirname, '..', 'build', 'server'))) await bench();
else {
  say('The pages are not built yet: npm run build');
  process.exitCode = 1;
}
