// `node test/faults/bad-clients.ts HOST PORT CONNECTIONS`: slow and broken clients, in a separate process. Prints a JSON line with
// the answers to the broken ones, opens the slow connections, prints 'open', and then for how many seconds those with slow
// headers and those with slow bodies lived.
import { connect, type Socket } from 'node:net';

const [host = '127.0.0.1', port = '0', connections = '0'] = process.argv.slice(2);
const answerMs = 20_000;

/** Sends bytes and answers the status of what comes back; 0 when the connection is closed without an answer. */
function statusOf(bytes: string | Buffer, { thenEnd = false } = {}): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    let answer = '';
    const finish = (): void => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    };
    const timer = setTimeout(finish, answerMs);
    socket.on('connect', () => (thenEnd ? socket.end(bytes) : socket.write(bytes)));
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
      if (answer.includes('\r\n\r\n')) finish();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      finish();
    });
  });
}

const json = (body: string | Buffer, head = ''): Buffer => {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      `POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}Content-Length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
  ]);
};
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const nested = '['.repeat(30_000) + ']'.repeat(30_000);

/** Broken requests by name; clients.ts has the right answers. */
const broken: Record<string, string | Buffer> = {
  'headers of 20 kB': `GET /api/parts HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  'address of 20 kB': get(`/api/parts?${'q=a&'.repeat(5000)}`),
  'content-length of 10 GB':
    'POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{',
  'body of 300 kB': json(`"${'a'.repeat(300_000)}"`),
  'JSON 30,000 deep': json(nested),
  'both content-length and chunked':
    'POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two content-lengths':
    'POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'bad percent-encoding': get('/api/parts/%E0%A4%A'),
  'bad percent-encoding in a page': get('/purchase/%zz'),
  'NUL in an address': get('/api/parts/a%00b'),
  'NUL in a body': json('{"email":"a\\u0000b","productId":"\\u0000"}'),
  'lone surrogate': json('{"email":"a\\ud800b"}'),
  'bytes that are no UTF-8': json(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22])),
  'no JSON': json('{"quantity": 200,'),
  'form data': json('a=1')
    .toString()
    .replace('application/json', 'application/x-www-form-urlencoded'),
  'a key named __proto__': json('{"__proto__":{"isAdmin":true}}'),
  'no HTTP at all': 'HELO shop\r\n\r\n',
  'TLS to the plain port': Buffer.from('16030100c8010000c40303', 'hex'),
};

const answers: Record<string, number> = {};
for (const [name, bytes] of Object.entries(broken))
  answers[name] = await statusOf(bytes, { thenEnd: name.startsWith('TLS') });
process.stdout.write(`${JSON.stringify(answers)}\n`);

/** Sends a byte each second until the server closes the connection; answers how long that took. */
function lifeOf(head: string, drop: string): Promise<number> {
  return new Promise((resolve) => {
    const since = performance.now();
    const socket: Socket = connect({ host, port: Number(port) }, () => socket.write(head));
    const drip = setInterval(() => socket.writable && socket.write(drop), 1000);
    socket.on('error', () => undefined);
    // Reads and ignores the answer, because otherwise `close` does not come.
    socket.resume().on('close', () => {
      clearInterval(drip);
      resolve((performance.now() - since) / 1000);
    });
  });
}

const half = Math.ceil(Number(connections) / 2);
const slow = (count: number, head: string, drop: string) =>
  Promise.all(Array.from({ length: count }, () => lifeOf(head, drop)));
const headers = slow(half, 'GET /api/parts HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: a\r\n');
const bodies = slow(
  Number(connections) - half,
  'POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ' ',
);
process.stdout.write('open\n');
process.stdout.write(`${Math.max(0, ...(await headers))}\n`);
process.stdout.write(`${Math.max(0, ...(await bodies))}\n`);
