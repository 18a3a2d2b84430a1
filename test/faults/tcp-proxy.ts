import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between the shop and its database that can cut, block and delay. */
export interface TcpProxy {
  readonly port: number;
  /** `pass`: forward bytes; `slow`: each piece after 200 ms; `hang`: accept and drop them; `refuse`: do not listen. */
  be(mood: Mood): Promise<void>;
  /** Closes every connection; new ones are treated by the mood. */
  cut(): void;
  close(): Promise<void>;
}

type Mood = 'pass' | 'slow' | 'hang' | 'refuse';

const slowMs = 200;

/** Listens on a free loopback port and forwards to another; `hear` is given what clients send. */
export async function startTcpProxy(
  target: number,
  hear: (piece: Buffer) => void = () => undefined,
): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mood: Mood = 'pass';
  let server: Server | undefined;

  const take = (near: Socket): void => {
    const far = connect({ host: '127.0.0.1', port: target });
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('data', hear);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', end).on('close', end);
      from.on('data', (piece) => {
        if (mood === 'hang') return;
        const send = (): void => void (to.writable && to.write(piece));
        if (mood === 'slow') setTimeout(send, slowMs);
        else send();
      });
    }
  };
  const listen = async (port: number): Promise<void> => {
    server = createServer(take).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  const shut = async (): Promise<void> => {
    const closed = server && once(server, 'close');
    server?.close();
    cut();
    await closed;
    server = undefined;
  };

  await listen(0);
  const { port } = server!.address() as AddressInfo;
  return {
    port,
    cut,
    async be(wanted) {
      mood = wanted;
      if (wanted === 'refuse') await shut();
      else if (server === undefined) await listen(port);
    },
    close: shut,
  };
}
