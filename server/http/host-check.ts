import { isLoopback } from '#server/start/origins.ts';

/**
 * Answers a check whether a Host header names this shop or this machine, at any port. It protects the demo against DNS
 * rebinding, by which a foreign page could read it.
 */
export function hostCheck(publicUrl: string): (host: string | undefined) => boolean {
  const own = new URL(publicUrl).hostname;
  return (host) => {
    const url = `http://${host ?? ''}`;
    if (!URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    return hostname === own || isLoopback(hostname) || hostname.endsWith('.localhost');
  };
}
