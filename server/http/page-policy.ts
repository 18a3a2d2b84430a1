import type { FirebaseConfig, Site } from '#contract/site.ts';

/** The settings that decide which foreign origins a page may use. */
export type PolicyBasis = Pick<Site, 'cards' | 'pictureOrigins' | 'identity'>;

/** The foreign origins of a third party's part of the pages. */
interface Origins {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
}

/** The origins that Stripe.js needs (docs.stripe.com/security/guide: Content Security Policy). */
const stripe: Origins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/** The origins that Firebase's sign-in needs: its calls, Google's script that opens the popup, and the frame that hears how it ended. */
function firebaseOrigins({ authDomain, emulator }: FirebaseConfig): Origins {
  return {
    script: ['https://apis.google.com'],
    frame: [emulator ?? `https://${authDomain}`],
    connect: emulator
      ? [emulator]
      : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  };
}

const none: Origins = { script: [], frame: [], connect: [] };

/** The Content-Security-Policy of a page; `scripts` are the nonce or hashes of its own inline scripts. */
export function pagePolicy(
  { cards, identity, pictureOrigins }: PolicyBasis,
  scripts: readonly string[],
): string {
  const parties = [
    cards.provider === 'stripe' ? stripe : none,
    identity.provider === 'firebase' ? firebaseOrigins(identity) : none,
  ];
  const all = (kind: keyof Origins) => parties.flatMap((party) => party[kind]);
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts, ...all('script')].join(' ')}`,
    // The toasts add inline styles.
    "style-src 'self' 'unsafe-inline'",
    // daisyUI uses data: images.
    `img-src ${["'self'", 'data:', ...pictureOrigins].join(' ')}`,
    `connect-src ${["'self'", ...all('connect')].join(' ')}`,
    `frame-src ${["'self'", ...all('frame')].join(' ')}`,
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
