// The HTTP client of bench/pages.ts, on its own thread: sends requests over keep-alive connections as fast as they are answered.
import { connect, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

interface Turn {
  readonly port: number;
  /** RANDOM in it is replaced by another word in each request, PART by the next one of the parts. */
  readonly path: string;
  readonly ms: number;
  readonly connections: number;
  readonly parts: readonly string[];
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

let part = 0;

parentPort?.on(
  'message',
  (turn: Turn) => void read(turn).then((answered) => parentPort?.postMessage(answered)),
);

/** Requests one path for a turn; answers the number of answers with 200. */
async function read({ port, path, ms, connections, parts }: Turn): Promise<number> {
  const question = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: br\r\n\r\n`;
  const next = () =>
    question
      .replace('RANDOM', () => Math.random().toString(36).slice(2))
      .replace('PART', () => parts[(part += 1) % parts.length] ?? '');
  const endsAt = performance.now() + ms;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askOver(connect(port, '127.0.0.1'), next, endsAt)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One connection: sends the next request when the whole answer is there. */
function askOver(socket: Socket, next: () => string, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    let received: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('connect', () => socket.write(next()));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const whole = lengthOf(received);
      if (whole === undefined || received.length < whole) return;
      received = received.subarray(whole);
      answered += 1;
      if (performance.now() < endsAt) return void socket.write(next());
      socket.destroy();
      resolve(answered);
    });
  });
}

/** The length of the first answer, headers and body; undefined while it is not complete. Throws for any status but 200. */
function lengthOf(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const body = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (head.startsWith('HTTP/1.1 200') && body !== undefined) return end + 4 + Number(body);
  if (!head.startsWith('HTTP/1.1 200') || !/^transfer-encoding: *chunked/im.test(head))
    throw new Error(`Not the answer a bench can count:\n${head}`);
  // A streamed page ends with the last chunk.
  return received.subarray(-7).equals(lastChunk) ? received.length : undefined;
}
