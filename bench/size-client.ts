// The HTTP client of bench/size.ts, a process of its own: asks over kept connections, each as soon as its last question is answered.
import { keptConnection, type KeptConnection } from './kept-connection.ts';

/** Questions for all callers together. */
export interface Asking {
  /** Of the copies of the shop; the callers are divided between them. */
  readonly ports: readonly number[];
  readonly callers: number;
  readonly addresses: readonly string[];
  /** Lines of the head of each request. */
  readonly headers: readonly string[];
}

export interface Answered {
  /** Milliseconds that each took, in no order. */
  readonly took: readonly number[];
  /** Of the answers with another status than 200 how many there were of each, as in '404 of /api/parts/1'. */
  readonly others: readonly (readonly [string, number])[];
}

/** The connections to a shop, by its port. */
const connections = new Map<number, Promise<KeptConnection>[]>();

/** So many of them; what was opened once stays. */
function connectionsTo(port: number, count: number): Promise<KeptConnection>[] {
  const known = connections.get(port) ?? [];
  while (known.length < count) known.push(keptConnection(port));
  connections.set(port, known);
  return known.slice(0, count);
}

process.on(
  'message',
  (asking: Asking) => void ask(asking).then((answered) => process.send?.(answered)),
);

async function ask({ ports, callers, addresses, headers }: Asking): Promise<Answered> {
  const took: number[] = [];
  const others = new Map<string, number>();
  const head = ['', 'host: 127.0.0.1', ...headers].join('\r\n');
  const line = addresses.values();
  const caller = async (opened: Promise<KeptConnection>) => {
    const connection = await opened;
    for (const address of line) {
      const since = performance.now();
      const status = await connection.ask(`GET ${address} HTTP/1.1${head}\r\n\r\n`);
      took.push(performance.now() - since);
      if (status === 200) continue;
      const what = `${status} of ${address}`;
      others.set(what, (others.get(what) ?? 0) + 1);
    }
  };
  const of = ports.map((port, place) => {
    const its = Math.floor((callers + place) / ports.length);
    return connectionsTo(port, its);
  });
  await Promise.all(of.flat().map(caller));
  return { took, others: [...others] };
}
