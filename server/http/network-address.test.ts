import { expect, test } from 'vitest';
import { isLoopbackAddress, networkOf, siteOf } from './network-address.ts';

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['', ''],
  ['no address', 'no address'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a site is the /48 around its networks, and an IPv4 address itself', () => {
  expect([siteOf('2001:db8:1:2::9'), siteOf('2001:db8:1:ffff::1'), siteOf('203.0.113.5')]).toEqual([
    '2001:db8:1::',
    '2001:db8:1::',
    '203.0.113.5',
  ]);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['2001:db8::1', false],
  ['', false],
  ['localhost', false],
])('whether %s is this machine: %s', (address, loopback) => {
  expect(isLoopbackAddress(address)).toBe(loopback);
});
