// One connection over which requests are sent one after the other, for the clients of benches; it takes as little of the processor as it can.
import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that stays open. */
export interface KeptConnection {
  /** Sends a request, answers the status when the whole answer is there. */
  ask(request: string): Promise<number>;
  close(): void;
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** Connects to a port of this machine. */
export async function keptConnection(port: number): Promise<KeptConnection> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<number> | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = firstOf(received);
    if (answer === undefined) return;
    received = received.subarray(answer.length);
    waiting?.resolve(answer.status);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')));
  return {
    async ask(request) {
      if (socket.destroyed) throw new Error('The connection was closed.');
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** The first answer of what was received, its length with headers and body; undefined while it is not complete. */
function firstOf(
  received: Buffer,
): { readonly status: number; readonly length: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const body = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (body !== undefined) {
    const length = end + 4 + Number(body);
    return received.length < length ? undefined : { status, length };
  }
  if (!/^transfer-encoding: *chunked/im.test(head))
    throw new Error(`Not the answer a bench can count:\n${head}`);
  // A streamed page ends with the last chunk.
  return received.subarray(-7).equals(lastChunk) ? { status, length: received.length } : undefined;
}
