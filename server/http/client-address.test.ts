import fastify from 'fastify';
import { expect, test } from 'vitest';
import { clientAddresses } from './client-address.ts';

test.each([
  [['loopback'], '127.0.0.1', undefined],
  [['loopback'], '127.0.0.1', '203.0.113.9'],
  [['loopback'], '203.0.113.1', '203.0.113.9'],
  [['loopback'], '127.0.0.1', '198.51.100.7, 203.0.113.9'],
  [['loopback', '10.1.0.0/16'], '10.1.2.3', '198.51.100.7, 203.0.113.9,10.1.0.9 , 127.0.0.1'],
  [['loopback', 'uniquelocal'], '::1', '10.0.0.1, 192.168.0.1'],
  [['2001:db8::7'], '2001:db8::7', '2001:db8:1::9'],
  [['2001:db8::7'], '2001:db8::8', '2001:db8:1::9'],
  [['loopback'], '::ffff:127.0.0.1', '203.0.113.9'],
  [['loopback'], '127.0.0.1', '203.0.113.9, somebody'],
  [['loopback'], '127.0.0.1', 'somebody, 127.0.0.1'],
] as const)(
  'of the proxies %j, from %s for %s, it is what Fastify says',
  async (proxies, remoteAddress, forwarded) => {
    const app = fastify({ trustProxy: [...proxies] });
    app.get('/', async ({ ip }) => ip);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const { body } = await app.inject({ url: '/', remoteAddress, headers });
    const socket = { remoteAddress } as never;
    expect(clientAddresses(proxies)({ headers, socket })).toBe(body);
  },
);

test('nobody is believed where no proxy is trusted', () => {
  const socket = { remoteAddress: '127.0.0.1' } as never;
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect(clientAddresses([])({ headers, socket })).toBe('127.0.0.1');
});
