import ipaddr from 'ipaddr.js';

/** All of IPv6 that is given to networks of the Internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Names that only mean something within a network. */
const localNames = /^(?:[^.]*|.*\.(?:localhost|local|internal|intranet|lan|corp|home|home\.arpa))$/;

/** Whether a name says by itself that it is of no public server; what it leads to is another question. */
export function isLocalName(host: string): boolean {
  return localNames.test(host.replace(/\.$/, '').toLowerCase());
}

/**
 * Whether an address belongs to the public Internet. Private, loopback, link-local, carrier-grade NAT, multicast and
 * reserved ones do not (IANA's registries), nor does any form of IPv6 that stands for an IPv4 address, such as mapped,
 * 6to4, Teredo and NAT64: what it stands for is reached by other rules than ours.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.isValidFourPartDecimal(address)
    : parsed.match(globalUnicast);
}
