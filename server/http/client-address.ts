import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that TRUST_PROXY may call by name, as Fastify understands them. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is that of a proxy that is trusted. */
export function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const network of trustedProxies.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) =>
    isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The address of whoever sent a request, as `request.ip` of Fastify: the last one in X-Forwarded-For that a trusted proxy names and that is no trusted proxy. */
export function clientAddresses(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = trustIn(trustedProxies);
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string' || !isTrusted(remoteAddress)) return remoteAddress;
    const hops = forwarded.split(',').map((hop) => hop.trim());
    return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? remoteAddress;
  };
}
