import { request, type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { maxImageBytes } from '#contract/image-rules.ts';
import { PictureError, type PictureErrorCode } from './picture-error.ts';
import { internet, type Destination, type PictureNetwork } from './picture-network.ts';
import { places } from './places.ts';
import { isLocalName, isPublicAddress } from './public-address.ts';

const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** For one request from the name of its host to the last byte. */
const maxMilliseconds = 15_000;

/** Fetches the picture at an address; refuses with `PictureError`, also when `ending` is aborted. */
export type FetchPicture = (address: string, ending?: AbortSignal) => Promise<Buffer>;

/** Why no picture is fetched from this address, as far as the address itself says; undefined if one may be. */
export function addressFault(address: string): PictureErrorCode | undefined {
  try {
    const host = hostOf(webAddress(address));
    const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
    return isPublic ? undefined : 'address_not_public';
  } catch (error) {
    if (error instanceof PictureError) return error.code;
    throw error;
  }
}

/**
 * A fetcher of pictures by addresses that somebody typed, which reaches public web servers only: of every host, also one
 * that a redirect names, all addresses must be public, and the connection goes to one of those that were checked, so that
 * a name cannot mean another machine a moment later. Four requests at a time, two to one host; nothing of ours is sent
 * but the path. The bytes are not checked: `takePicture` does.
 */
export function pictureFetcher(
  network: PictureNetwork,
  milliseconds = maxMilliseconds,
): FetchPicture {
  const inTurn = places({ all: 4, each: 2 });
  return async (address, ending) => {
    let url = webAddress(address);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const at = url;
      const answer = await inTurn(at.host, () => hopTo(network, at, limitOf(milliseconds, ending)));
      if ('picture' in answer) return answer.picture;
      url = webAddress(answer.location, at);
    }
    throw new PictureError('picture_redirects');
  };
}

/** One of the whole process, for it counts what goes on at a time. */
export const fetchFromInternet = pictureFetcher(internet);

/** What one request gives: the picture, or where else it is. */
type Answer = { readonly picture: Buffer } | { readonly location: string };

function limitOf(milliseconds: number, ending: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  return ending === undefined ? limit : AbortSignal.any([limit, ending]);
}

async function hopTo(network: PictureNetwork, url: URL, limit: AbortSignal): Promise<Answer> {
  try {
    const to = await Promise.race([destinationOf(network, url), rejectionBy(limit)]);
    return await Promise.race([ask(network, url, to, limit), rejectionBy(limit)]);
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(limit.aborted ? 'picture_slow' : 'picture_unreachable', {
      cause: error,
    });
  }
}

/** An address of the web, at the ports of the web, without anybody's name or password. */
function webAddress(text: string, base?: URL): URL {
  const url = URL.parse(text.trim(), base?.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new PictureError('address_invalid');
  // A default port is written as ''; the other one's number would be a server that speaks something else.
  if (url.port !== '') throw new PictureError('address_not_public');
  return url;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function destinationOf(network: PictureNetwork, url: URL): Promise<Destination> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await network.resolve(host) : [host];
  const [address] = addresses;
  if (address === undefined) throw new PictureError('picture_unreachable');
  // One that is not public is enough: whoever gives such a name tries which one is taken.
  if (!addresses.every(isPublicAddress)) throw new PictureError('address_not_public');
  return url.protocol === 'https:'
    ? { address, port: 443, tlsName: host }
    : { address, port: 80, tlsName: undefined };
}

async function ask(
  network: PictureNetwork,
  url: URL,
  to: Destination,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await responseOf(network, url, to, signal);
  try {
    const { statusCode = 0, headers } = response;
    if (redirects.has(statusCode) && headers.location !== undefined)
      return { location: headers.location };
    if (statusCode !== 200) throw new PictureError('picture_missing');
    return { picture: await bytesOf(response) };
  } finally {
    response.destroy();
  }
}

function responseOf(
  network: PictureNetwork,
  url: URL,
  to: Destination,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      // The socket below speaks TLS itself where it is asked to.
      createConnection: () => network.connect(to),
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'image/jpeg, image/png, image/webp',
        'accept-encoding': 'identity',
        'user-agent': 'Underhood',
        connection: 'close',
      },
      signal,
    });
    asked.on('response', resolve).on('error', reject);
    // Without a listener the end of a server that wants to speak something else would be heard by nobody.
    asked.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('The server does not speak HTTP any more.'));
    });
    asked.on('close', () => reject(new Error('The server gave no answer.')));
    asked.end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxImageBytes) refuseSize();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxImageBytes) refuseSize();
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

function refuseSize(): never {
  throw new PictureError('picture_too_large');
}

/** Looking up a name cannot be ended, only left, and no server keeps anybody waiting for longer. */
function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
