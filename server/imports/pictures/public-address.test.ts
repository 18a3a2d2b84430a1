import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLocalName, isPublicAddress } from './public-address.ts';

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is on the Internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['loopback', '::1'],
  ['link-local, with the metadata of clouds', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['an address with a zone', '2606:4700::1%eth0'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['unspecified', '::'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['for protocols', '192.0.0.1'],
  ['for examples', '192.0.2.1'],
  ['for examples', '198.51.100.1'],
  ['for examples', '203.0.113.1'],
  ['for examples', '2001:db8::1'],
  ['for examples', '3fff::1'],
  ['for measurements', '198.18.0.1'],
  ['anycast of 6to4', '192.88.99.1'],
  ['unique local', 'fd00::1'],
  ['site-local', 'fec0::1'],
  ['mapped', '::ffff:10.0.0.1'],
  ['mapped', '::ffff:8.8.8.8'],
  ['mapped, in hexadecimal', '::ffff:7f00:1'],
  ['compatible', '::7f00:1'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001::1'],
  ['discarded', '100::1'],
  ['segments', '5f00::1'],
  ['not given to anybody', '4000::1'],
  ['short', '127.1'],
  ['octal', '0177.0.0.1'],
  ['a number', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['a name', 'localhost'],
  ['nothing', ''],
])('%s is not: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['localhost', 'a.localhost', 'LOCALHOST.', 'printer.local', 'wiki.internal', 'nas', ''])(
  'the name %j means something within a network only',
  (name) => {
    expect(isLocalName(name)).toBe(true);
  },
);

test.each(['example.com', 'local.example', 'internal.example.com', 'my-home.de'])(
  'the name %s may be of a public server',
  (name) => {
    expect(isLocalName(name)).toBe(false);
  },
);

test('no form of IPv6 that holds an IPv4 address is', () => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '2002:'),
      (address, prefix) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const tail = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        expect(isPublicAddress(prefix === '2002:' ? `2002:${tail}::1` : prefix + tail)).toBe(false);
      },
    ),
  );
});
