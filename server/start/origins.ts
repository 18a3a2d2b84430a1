const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

export function isLoopback(host: string): boolean {
  return loopbackHosts.has(host);
}

/** The http or https origin that a text is; undefined for anything else, such as an address with a path. */
export function parseOrigin(text: string): URL | undefined {
  const url = parseFolder(text);
  return url?.pathname === '/' ? url : undefined;
}

/** The http or https address that a text is, with or without a path; undefined with a query or a fragment. */
export function parseFolder(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  return url.search === '' && url.hash === '' ? url : undefined;
}

/** Whether what travels to an address can be read or changed by nobody on the way: https, or this machine. */
export function isSafeWay({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname);
}
