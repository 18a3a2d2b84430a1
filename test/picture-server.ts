import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import {
  internet,
  type Destination,
  type PictureNetwork,
} from '#server/imports/pictures/picture-network.ts';

/** A web server that stands in for public ones, and the network in which it does. */
export interface PictureServer {
  readonly network: PictureNetwork;
  /** Where connections were made to, as far as the fetcher knows. */
  readonly destinations: Destination[];
  readonly requests: IncomingMessage[];
  /** What each name is looked up as; every time it is asked, the next of them. */
  readonly names: Map<string, readonly (readonly string[])[]>;
  answer: RequestListener;
}

/** Starts one that is ended with the tests of the file; with a certificate it speaks TLS. */
export async function pictureServer(tls?: { key: string; cert: string }): Promise<PictureServer> {
  const listen: RequestListener = (request, response) => {
    stand.requests.push(request);
    stand.answer(request, response);
  };
  const server: Server = tls ? createTlsServer(tls, listen) : createServer(listen);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const asked = new Map<string, number>();
  const stand: PictureServer = {
    destinations: [],
    requests: [],
    names: new Map(),
    answer: (_, response) => void response.end('nothing'),
    network: {
      async resolve(host) {
        const times = asked.get(host) ?? 0;
        asked.set(host, times + 1);
        const all = stand.names.get(host);
        if (all === undefined) throw new Error(`ENOTFOUND ${host}`);
        return all[Math.min(times, all.length - 1)] ?? [];
      },
      connect(to) {
        stand.destinations.push(to);
        return internet.connect({ ...to, address: '127.0.0.1', port });
      },
    },
  };
  return stand;
}
