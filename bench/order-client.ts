// The HTTP client of bench/orders.ts, on its own thread: places orders over keep-alive connections as fast as they are answered.
import { randomUUID } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { answersUntil } from './answers-until.ts';

/** A turn of orders. */
export interface OrderTurn {
  readonly port: number;
  readonly ms: number;
  readonly connections: number;
  readonly parts: readonly string[];
  /** Access tokens of customers: consecutive orders are of different ones, so that none waits for its customer's row lock. */
  readonly tokens: readonly string[];
  /** How many orders each of them may place. */
  readonly ordersEach: number;
}

let placed = 0;

parentPort?.on(
  'message',
  (turn: OrderTurn) => void place(turn).then((perSecond) => parentPort?.postMessage(perSecond)),
);

/** Places orders for a turn; answers how many a second. A refusal ends the run, because it must not be counted. */
async function place({
  port,
  ms,
  connections,
  parts,
  tokens,
  ordersEach,
}: OrderTurn): Promise<number> {
  const next = () => {
    const number = placed++;
    if (number >= tokens.length * ordersEach) throw new Error('The bench ran out of customers.');
    const body = JSON.stringify({
      productId: parts[number % parts.length],
      quantity: 1,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    });
    const head = [
      'POST /api/orders HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      `authorization: Bearer ${tokens[number % tokens.length]}`,
      `idempotency-key: ${randomUUID()}`,
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  };
  const startedAt = performance.now();
  const answered = await answersUntil(startedAt + ms, { port, connections, next });
  return (answered * 1000) / (performance.now() - startedAt);
}
