import ipaddr from 'ipaddr.js';

/**
 * The network of an address, by which requests are counted: an IPv4 address itself (also an IPv4-mapped one), of IPv6 the
 * /64, which one customer of a provider has. Anything else stays as it is, such as the empty address of a page that is
 * rendered in this process.
 */
export function networkOf(address: string): string {
  return networkPrefix(address, 64);
}

/** Like `networkOf`, but of IPv6 the /48, which one site with many /64 networks has. */
export function siteOf(address: string): string {
  return networkPrefix(address, 48);
}

/** Whether a request came from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function networkPrefix(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  // Without the zone, which names an interface of this machine.
  const [plain = ''] = parsed.toString().split('%');
  return ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString();
}
