import { createHmac } from 'node:crypto';
import type { Shop } from '#server/shop.ts';
import { networkOf } from './network-address.ts';

/** Every request's line has a hash, and most requests come from few addresses: to compute one takes as long as the rest of the line. */
const mostRemembered = 10_000;

/** Hashes the networks of addresses; keyed, because plain hashes of all IPv4 addresses are quickly computed. */
export function networkHashWith(secret: string): Shop['networkHash'] {
  const key = createHmac('sha256', secret).update('network addresses').digest();
  const known = new Map<string, string>();
  return (address) => {
    if (address === '') return undefined;
    const found = known.get(address);
    if (found !== undefined) return found;
    const hash = createHmac('sha256', key)
      .update(networkOf(address))
      .digest('base64url')
      .slice(0, 22);
    if (known.size >= mostRemembered) known.clear();
    known.set(address, hash);
    return hash;
  };
}
