import type { Site } from '#contract/site.ts';

/** The settings that decide which foreign origins a page may use. */
export type PolicyBasis = Pick<Site, 'cards' | 'pictureOrigins'>;

/** The origins that Stripe.js needs (docs.stripe.com/security/guide: Content Security Policy). */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const none = { script: [], frame: [], connect: [] };

/** The Content-Security-Policy of a page; `scripts` are the nonce or hashes of its own inline scripts. */
export function pagePolicy(
  { cards, pictureOrigins }: PolicyBasis,
  scripts: readonly string[],
): string {
  const cardProvider = cards.provider === 'stripe' ? stripe : none;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts, ...cardProvider.script].join(' ')}`,
    // The toasts add inline styles.
    "style-src 'self' 'unsafe-inline'",
    // daisyUI uses data: images.
    `img-src ${["'self'", 'data:', ...pictureOrigins].join(' ')}`,
    `connect-src ${["'self'", ...cardProvider.connect].join(' ')}`,
    `frame-src ${["'self'", ...cardProvider.frame].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Whether the path is a payment page, matched as the router does: escaped or in capitals, it is the same page. */
function isSecret(pathname: string): boolean {
  try {
    return /^\/+payment\//i.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

/** Pages that are nobody's to find by a search; the address of a payment is secret besides. */
const unlisted =
  /^\/+(?:dashboard|dev|login|register|forget-password|verify-email|reset-password|confirm-browser|account-closed|google-done|purchase)(?:\/|$)/i;

/** Headers of every page. A page with an unguessable address is not cached, not indexed and not sent as a referrer. */
export function pageHeaders({ pathname }: URL): Record<string, string> {
  const secretAddress = isSecret(pathname);
  return {
    'content-type': 'text/html; charset=utf-8',
    // The sign-in popup needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cache-control': secretAddress ? 'no-store' : 'private, no-cache',
    ...(secretAddress || unlisted.test(pathname) ? { 'x-robots-tag': 'noindex' } : {}),
  };
}
