import { createServer, type AddressInfo } from 'node:net';
import { ConfigError, type Config } from './config.ts';

/** A free port to listen on; throws `ConfigError` when the wanted one is taken. Found before listening, because the identity service has to know its own address. */
export function freePort({ host, port: wanted }: Pick<Config, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program has it; end that one, or set PORT to another'
          : error.message;
      reject(new ConfigError([`The shop cannot listen on port ${wanted} of ${host}: ${why}.`]));
    });
    probe.listen(wanted, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
