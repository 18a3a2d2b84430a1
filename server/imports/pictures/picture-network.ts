import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where a connection goes: an address that was checked, never a name. */
export interface Destination {
  readonly address: string;
  readonly port: number;
  /** Whose certificate is asked for; undefined for a connection without TLS. */
  readonly tlsName: string | undefined;
}

/** How a fetcher of pictures reaches others: the only thing that its tests replace. */
export interface PictureNetwork {
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connect: (to: Destination) => Socket;
}

/** The Internet. */
export const internet: PictureNetwork = {
  async resolve(host) {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  },
  connect: ({ address: host, port, tlsName }) =>
    tlsName === undefined
      ? connectPlain({ host, port })
      : connectTls({
          host,
          port,
          // A certificate names hosts; the name of an address is not sent.
          ...(isIP(tlsName) === 0 && { servername: tlsName }),
          ALPNProtocols: ['http/1.1'],
        }),
};
