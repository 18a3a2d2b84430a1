import ipaddr from 'ipaddr.js';

/**
 * The network that a client's address stands for: an IPv4 address as it is (also one written as IPv6), of IPv6 the /64
 * that one customer of a provider holds, because counting single addresses would count nothing.
 * What is no address (a page rendered in this process has none) stays as it is.
 */
export function networkOf(address: string): string {
  return networkPrefix(address, 64);
}

/** As `networkOf`, but of IPv6 the /48 that one site holds: somebody with many /64s is still one. */
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
  // Without the zone: it names a link of this machine, not who is asking.
  const [plain = ''] = parsed.toString().split('%');
  return ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString();
}
