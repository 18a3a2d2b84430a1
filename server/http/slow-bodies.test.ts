import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerBrokenRequest } from './errors.ts';
import { allowSlowBody, endSlowBodies } from './slow-bodies.ts';

const afterMs = 150;
let app: FastifyInstance;
let arrived: string[];
beforeEach(async () => {
  arrived = [];
  app = fastify({
    clientErrorHandler: (error, socket) => void answerBrokenRequest(error, socket, new Map()),
  });
  endSlowBodies(app, afterMs);
  app.post('/usual', async ({ body }) => body);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/refused', async (_request, reply) => reply.code(401).send({ error: 'no' }));
    scope.post('/file', async ({ raw }) => {
      allowSlowBody(raw);
      for await (const chunk of raw) arrived.push(String(chunk));
      return { whole: arrived.join('') };
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Sends a request but for the last three bytes of its body. */
async function begin(path: string) {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = { text: '', ended: once(socket, 'close') };
  socket.on('data', (data) => (answer.text += String(data)));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a"`,
  );
  await once(socket, 'connect');
  return { socket, answer };
}

test('a request that does not arrive in time is answered so, and its connection closed', async () => {
  const { answer } = await begin('/usual');
  await answer.ended;
  expect(answer.text).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/);
});

test('one that was answered before it was there gets no second answer', async () => {
  const { answer } = await begin('/refused');
  await answer.ended;
  expect(answer.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});

test('one with a large file has its time, while others are ended', async () => {
  const file = await begin('/file');
  const other = await begin('/usual');
  await other.answer.ended;
  file.socket.write(':1}');
  await expect.poll(() => file.answer.text).toContain('whole');
  expect(arrived.join('')).toBe('{"a":1}');
  file.socket.destroy();
});

test('a server that closes does not wait for a large file', async () => {
  const { answer } = await begin('/file');
  await expect.poll(() => arrived).toHaveLength(1);
  await app.close();
  await answer.ended;
  expect(answer.text).toBe('');
});

test('one that the shop makes to itself has no connection to be closed', async () => {
  const asked = await app.inject({ method: 'POST', url: '/usual', payload: { a: 1 } });
  expect(asked.json()).toEqual({ a: 1 });
  // The time of this one is over later.
  const { answer } = await begin('/usual');
  await answer.ended;
});

test('one that arrives in time is answered, and its connection stays', async () => {
  const { socket, answer } = await begin('/usual');
  socket.write(':1}');
  await expect.poll(() => answer.text).toContain('{"a":1}');
  expect(answer.text).toContain('HTTP/1.1 200');
  socket.destroy();
});
