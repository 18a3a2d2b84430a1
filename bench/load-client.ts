// The HTTP client of bench/pages.ts, on its own thread: sends requests over keep-alive connections as fast as they are answered.
import { parentPort } from 'node:worker_threads';
import { answersUntil } from './answers-until.ts';

interface Turn {
  readonly port: number;
  /** RANDOM in it is replaced by another word in each request, PART by the next one of the parts. */
  readonly path: string;
  readonly ms: number;
  readonly connections: number;
  readonly parts: readonly string[];
}

let part = 0;

parentPort?.on(
  'message',
  (turn: Turn) => void read(turn).then((answered) => parentPort?.postMessage(answered)),
);

/** Requests one path for a turn; answers the number of answers with 200. */
async function read({ port, path, ms, connections, parts }: Turn): Promise<number> {
  const question = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: gzip, deflate, br, zstd\r\n\r\n`;
  const next = () =>
    question
      .replace('RANDOM', () => Math.random().toString(36).slice(2))
      .replace('PART', () => parts[(part += 1) % parts.length] ?? '');
  return answersUntil(performance.now() + ms, { port, connections, next });
}
