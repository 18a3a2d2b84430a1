import { isIP } from 'node:net';
import { given, type Environment } from './variables.ts';

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The shop speaks no TLS itself, so on https there is always a proxy in front. */
export const noProxySaid =
  'TRUST_PROXY is missing: it names the proxy in front, without which every visitor is taken for that proxy and one of them can use up the attempts of all (TRUST_PROXY=none to insist).';

/** Only named proxies: otherwise anybody could forge the address that the rate limits count. */
export function proxiesFrom(env: Environment, faults: string[]): readonly string[] {
  const said = given(env, 'TRUST_PROXY') ?? 'none';
  if (said === 'none') return [];
  const named = said.split(',').map((one) => one.trim());
  const proxies = named.filter((one) => one !== '');
  if (!proxies.every(isProxy))
    faults.push(
      'TRUST_PROXY must name the proxies: addresses or networks such as 10.0.0.7 or 10.0.0.0/8, with commas, or none.',
    );
  return proxies;
}

function isProxy(one: string): boolean {
  if (proxyNames.has(one)) return true;
  const [address = '', bits = '1', ...more] = one.split('/');
  const mostBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= mostBits
  );
}
