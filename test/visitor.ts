import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { publicUrl } from './harness.ts';

/** A visitor's browser: stores cookies by path, and has a network address. */
export class Visitor {
  readonly #app: Pick<FastifyInstance, 'inject'>;
  readonly #address: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(app: Pick<FastifyInstance, 'inject'>, address = '198.51.100.7') {
    this.#app = app;
    this.#address = address;
  }

  /** Makes one request; redirects are not followed. */
  async request(options: InjectOptions & { url: string }): Promise<LightMyRequestResponse> {
    const { pathname } = new URL(options.url, publicUrl);
    const response = await this.#app.inject({
      remoteAddress: this.#address,
      ...options,
      url: options.url.replace(publicUrl, ''),
      headers: {
        host: new URL(publicUrl).host,
        origin: publicUrl,
        ...this.cookieHeader(pathname),
        ...options.headers,
      },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line, pathname);
    return response;
  }

  /** Sends JSON. */
  post(
    url: string,
    payload: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.request({ method: 'POST', url, payload, headers });
  }

  /** Reads. */
  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.request({ method: 'GET', url, headers });
  }

  /** Sends a form as a browser does. */
  submit(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.request({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers,
    });
  }

  /** The value of a cookie this visitor holds. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  /** The header that sends its cookies to an address. */
  cookieHeader(pathname: string): Record<string, string> {
    const sent = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    return sent.length === 0 ? {} : { cookie: sent.join('; ') };
  }

  #keep(line: string, pathname: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    const attribute = (key: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const over =
      attribute('max-age') === '0' ||
      Date.parse(attribute('expires') ?? '2999-01-01') <= Date.now();
    if (over) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path: attribute('path') ?? pathname });
  }
}
