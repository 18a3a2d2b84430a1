import { describe, expect, test } from 'vitest';
import { listedScripts } from '#test/listed-scripts.ts';
import { pagePolicy } from './page-policy.ts';

const sandbox = {
  provider: 'sandbox',
  address: '/sandbox/cards',
  publishableKey: 'pk_test_a1',
} as const;
const embedded = { provider: 'embedded' } as const;
const firebase = {
  provider: 'firebase',
  apiKey: 'key',
  authDomain: 'auth.shop.test',
  projectId: 'shop',
} as const;
/** A shop that works alone. */
const alone = { cards: sandbox, identity: embedded, pictureOrigins: [] };
const stripe = { provider: 'stripe', publishableKey: 'pk_test_a1' } as const;

/** The foreign origins that a policy lets in, by directive. */
function foreign(policy: string): Record<string, string[]> {
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  const named = directives.map(
    ([name = '', ...sources]) => [name, sources.filter((source) => source.includes('//'))] as const,
  );
  return Object.fromEntries(named.filter(([, sources]) => sources.length > 0));
}

describe('the policy of a page', () => {
  test('lets nobody in where the shop works alone', () => {
    expect(foreign(pagePolicy(alone, ["'nonce-a'"]))).toEqual({});
  });

  test("lets Stripe's own addresses in where it takes the cards, and nobody else", () => {
    expect(foreign(pagePolicy({ ...alone, cards: stripe }, []))).toEqual({
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    });
  });

  test('lets pictures of the image host in, as pictures', () => {
    expect(foreign(pagePolicy({ ...alone, pictureOrigins: ['https://i.ibb.co'] }, []))).toEqual({
      'img-src': ['https://i.ibb.co'],
    });
  });

  test("lets Firebase's addresses in where it signs people in, beside those of the cards", () => {
    expect(foreign(pagePolicy({ ...alone, identity: firebase, cards: stripe }, []))).toEqual({
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://apis.google.com'],
      'connect-src': [
        'https://api.stripe.com',
        'https://identitytoolkit.googleapis.com',
        'https://securetoken.googleapis.com',
      ],
      'frame-src': [
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
        'https://auth.shop.test',
      ],
    });
    const emulated = { ...firebase, emulator: 'http://127.0.0.1:9099' };
    expect(foreign(pagePolicy({ ...alone, identity: emulated }, []))).toEqual({
      'script-src': ['https://apis.google.com'],
      'connect-src': ['http://127.0.0.1:9099'],
      'frame-src': ['http://127.0.0.1:9099'],
    });
  });

  test('allows on the payment page the scripts that docs/security.md lists, and no other', () => {
    const policy = pagePolicy({ ...alone, cards: stripe }, ["'nonce-a'"]);
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src '));
    expect(scripts?.replace("'nonce-a'", "'nonce-…'").split(' ').slice(1)).toEqual(
      listedScripts().map(({ source }) => source),
    );
  });
});
