import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { maxImageBytes } from '#contract/image-rules.ts';
import { pictureServer } from '#test/picture-server.ts';
import { pictureFetcher } from './fetch-picture.ts';
import { internet } from './picture-network.ts';

const stand = await pictureServer();
const fetchPicture = pictureFetcher(stand.network);
const publicAddress = '93.184.216.34';

/** How fetching this address ends: its text, or the code of its refusal. */
async function outcome(address: string, fetcher = fetchPicture): Promise<string> {
  try {
    return `got ${(await fetcher(address)).toString()}`;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}

/** Answers with redirects from path to path. */
function redirect(targets: Readonly<Record<string, string>>, status = 302): void {
  stand.answer = ({ url = '' }, response) => {
    const location = targets[url];
    response.writeHead(
      location === undefined ? 200 : status,
      location === undefined ? {} : { location },
    );
    response.end('a picture');
  };
}

beforeEach(() => {
  stand.destinations.length = 0;
  stand.requests.length = 0;
  stand.names.clear();
  stand.names.set('pictures.example', [[publicAddress]]);
  stand.answer = (_, response) => void response.end('a picture');
});

describe('a picture at an address', () => {
  it('is fetched from the address that was checked, with nothing of ours', async () => {
    expect(await outcome(' http://pictures.example/a%20b.jpg?size=1#top ')).toBe('got a picture');
    expect(stand.destinations).toEqual([{ address: publicAddress, port: 80, tlsName: undefined }]);
    const [request] = stand.requests;
    expect(request?.url).toBe('/a%20b.jpg?size=1');
    expect(request?.headers).toEqual({
      host: 'pictures.example',
      accept: 'image/jpeg, image/png, image/webp',
      'accept-encoding': 'identity',
      'user-agent': 'Underhood',
      connection: 'close',
    });
  });

  it('is fetched by TLS at its port, with the name that its certificate must have', async () => {
    // The stand-in speaks no TLS, so nothing comes of it.
    expect(await outcome('https://pictures.example/a.jpg')).toBe('picture_unreachable');
    expect(await outcome('https://93.184.216.34/a.jpg')).toBe('picture_unreachable');
    expect(stand.destinations).toEqual([
      { address: publicAddress, port: 443, tlsName: 'pictures.example' },
      { address: publicAddress, port: 443, tlsName: publicAddress },
    ]);
  });

  test.each([
    'ftp://pictures.example/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'pictures.example/a.jpg',
    'http://',
    '',
    'http://ada@pictures.example/a.jpg',
    'http://:secret@pictures.example/a.jpg',
  ])('is not fetched from %j, which is none', async (address) => {
    expect(await outcome(address)).toBe('address_invalid');
    expect(stand.destinations).toEqual([]);
  });

  test.each([
    'http://pictures.example:8080/',
    'http://pictures.example:443/',
    'https://pictures.example:80/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'https://10.0.0.1/',
    'http://192.168.0.1/',
  ])('is not fetched from %s, which is not on the Internet', async (address) => {
    expect(await outcome(address)).toBe('address_not_public');
    expect(stand.destinations).toEqual([]);
  });

  test.each([
    ['is ours', ['127.0.0.1']],
    ['is also ours', [publicAddress, '10.0.0.1']],
    ['is ours in IPv6', [publicAddress, '::ffff:10.0.0.1']],
  ])('is not fetched by a name that %s', async (_, addresses) => {
    stand.names.set('inside.example', [addresses]);
    expect(await outcome('http://inside.example/')).toBe('address_not_public');
    expect(stand.destinations).toEqual([]);
  });

  it('is fetched from where its name led when it was checked, though it leads elsewhere a moment later', async () => {
    stand.names.set('turning.example', [[publicAddress], ['127.0.0.1']]);
    expect(await outcome('http://turning.example/')).toBe('got a picture');
    expect(stand.destinations.map(({ address }) => address)).toEqual([publicAddress]);
    expect(await outcome('http://turning.example/')).toBe('address_not_public');
  });

  it('is not fetched by a name that nobody has', async () => {
    stand.names.set('empty.example', [[]]);
    expect(await outcome('http://nobody.example/')).toBe('picture_unreachable');
    expect(await outcome('http://empty.example/')).toBe('picture_unreachable');
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'with %i is followed, three times at most',
    async (status) => {
      redirect(
        { '/1': '/2', '/2': 'http://pictures.example/3', '/3': '//pictures.example/4' },
        status,
      );
      expect(await outcome('http://pictures.example/1')).toBe('got a picture');
      redirect({ '/0': '/1', '/1': '/2', '/2': '/3', '/3': '/4' }, status);
      expect(await outcome('http://pictures.example/0')).toBe('picture_redirects');
    },
  );

  test.each([
    ['http://127.0.0.1/', 'address_not_public'],
    ['http://inside.example/', 'address_not_public'],
    ['http://pictures.example:22/', 'address_not_public'],
    ['//[::1]/', 'address_not_public'],
    ['http://ada:secret@pictures.example/', 'address_invalid'],
    ['file:///etc/passwd', 'address_invalid'],
  ])('to %s is not followed', async (location, code) => {
    stand.names.set('inside.example', [['192.168.0.1']]);
    redirect({ '/': location });
    expect(await outcome('http://pictures.example/')).toBe(code);
    expect(stand.requests).toHaveLength(1);
  });

  it('keeps no cookie', async () => {
    stand.answer = ({ url }, response) => {
      response.writeHead(url === '/' ? 302 : 200, { 'set-cookie': 'a=b', location: '/there' });
      response.end('a picture');
    };
    expect(await outcome('http://pictures.example/')).toBe('got a picture');
    expect(stand.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});

describe('a server of pictures', () => {
  test.each([404, 403, 500, 204, 304])('that answers %i has none', async (status) => {
    stand.answer = (_, response) => void response.writeHead(status).end();
    expect(await outcome('http://pictures.example/')).toBe('picture_missing');
  });

  it('may send as much as an upload has, whatever it says of the size', async () => {
    const [most, more] = [Buffer.alloc(maxImageBytes), Buffer.alloc(maxImageBytes + 1)];
    stand.answer = (_, response) => void response.end(most);
    expect(await fetchPicture('http://pictures.example/')).toHaveLength(maxImageBytes);
    stand.answer = (_, response) => void response.end(more);
    expect(await outcome('http://pictures.example/')).toBe('picture_too_large');
    stand.answer = (_, response) => {
      response.write(more);
      // Never ended: it is left where it has sent too much.
    };
    expect(await outcome('http://pictures.example/')).toBe('picture_too_large');
  });

  it('that is silent, or stops in the middle, is left after a while', async () => {
    const hurried = pictureFetcher(stand.network, 50);
    stand.answer = () => {};
    expect(await outcome('http://pictures.example/', hurried)).toBe('picture_slow');
    stand.answer = (_, response) => void response.write('a pic');
    expect(await outcome('http://pictures.example/', hurried)).toBe('picture_slow');
    const lost = pictureFetcher({ ...stand.network, resolve: () => new Promise(() => {}) }, 50);
    expect(await outcome('http://pictures.example/', lost)).toBe('picture_slow');
  });

  it('whose server wants to speak something else is unreachable at once', async () => {
    stand.answer = ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    expect(await outcome('http://pictures.example/a.jpg')).toBe('picture_unreachable');
  });

  it('that breaks off is unreachable', async () => {
    stand.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    };
    expect(await outcome('http://pictures.example/')).toBe('picture_unreachable');
  });
});

test('four pictures are fetched at a time, two of one host, and nobody waits for a busy host', async () => {
  const open: (() => void)[] = [];
  stand.answer = (_, response) => void open.push(() => response.end('a picture'));
  for (const name of ['a', 'b', 'c']) stand.names.set(`${name}.example`, [[publicAddress]]);
  const outcomes = Promise.all(
    ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'b/3', 'c/1'].map((place) =>
      outcome(`http://${place.replace('/', '.example/')}`),
    ),
  );
  const asked = () =>
    stand.requests.map(({ headers, url }) => headers.host + (url ?? '')).toSorted();
  await vi.waitFor(() => expect(asked()).toHaveLength(4), 5000);
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(asked()).toEqual(['a.example/1', 'a.example/2', 'b.example/1', 'b.example/2']);
  // Each that ends makes room for one more, until all seven have been asked for.
  for (let ended = 0; ended < 7; ended += 1) {
    await vi.waitFor(() => expect(open).not.toHaveLength(0), 5000);
    open.shift()?.();
  }
  expect(await outcomes).toEqual(Array(7).fill('got a picture'));
});

test('the shop itself looks names up, and reaches no machine of its own', async () => {
  const real = pictureFetcher(internet);
  expect(await outcome('http://localhost/', real)).toBe('address_not_public');
  expect(await outcome('http://127.0.0.1/', real)).toBe('address_not_public');
});
