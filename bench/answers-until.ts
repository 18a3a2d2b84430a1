// Requests over one kept connection, each sent when the answer to the last is there; for the clients of benches.
import { connect } from 'node:net';

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** How many answers with 200 or 201 come until a time over so many connections to a port of this machine. Throws for any other status. */
export async function answersUntil(
  endsAt: number,
  { port, connections, next }: { port: number; connections: number; next: () => string },
): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askOver(port, next, endsAt)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One connection: sends the next request when the whole answer is there. */
function askOver(port: number, next: () => string, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
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

/** The length of the first answer, headers and body; undefined while it is not complete. Throws for any status but 200 and 201. */
function lengthOf(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const body = /^content-length: *(\d+)/im.exec(head)?.[1];
  const isDone = /^HTTP\/1\.1 20[01]/.test(head);
  if (isDone && body !== undefined) return end + 4 + Number(body);
  if (!isDone || !/^transfer-encoding: *chunked/im.test(head))
    throw new Error(`Not the answer a bench can count:\n${head}`);
  // A streamed page ends with the last chunk.
  return received.subarray(-7).equals(lastChunk) ? received.length : undefined;
}
