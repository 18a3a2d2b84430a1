import { isLoopback } from '#server/start/third-party-config.ts';

/**
 * Tells whether a Host header names the shop at this origin, or this machine; at which port says nothing. Whoever has another name
 * point at this machine has their page read what the demo shows to everybody who reaches it (DNS rebinding).
 */
export function hostCheck(publicUrl: string): (host: string | undefined) => boolean {
  const own = new URL(publicUrl).hostname;
  return (host) => {
    const asked = `http://${host ?? ''}`;
    if (!URL.canParse(asked)) return false;
    const { hostname } = new URL(asked);
    return hostname === own || isLoopback(hostname) || hostname.endsWith('.localhost');
  };
}
