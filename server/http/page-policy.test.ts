import { describe, expect, test } from 'vitest';
import { listedScripts } from '#test/listed-scripts.ts';
import { pagePolicy } from './page-policy.ts';

const sandbox = {
  provider: 'sandbox',
  address: '/sandbox/cards',
  publishableKey: 'pk_test_a1',
} as const;
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
    expect(foreign(pagePolicy({ cards: sandbox, pictureOrigins: [] }, ["'nonce-a'"]))).toEqual({});
  });

  test("lets Stripe's own addresses in where it takes the cards, and nobody else", () => {
    expect(foreign(pagePolicy({ cards: stripe, pictureOrigins: [] }, []))).toEqual({
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    });
  });

  test('lets pictures of the image host in, as pictures', () => {
    expect(
      foreign(pagePolicy({ cards: sandbox, pictureOrigins: ['https://i.ibb.co'] }, [])),
    ).toEqual({ 'img-src': ['https://i.ibb.co'] });
  });

  test('allows on the payment page the scripts that docs/security.md lists, and no other', () => {
    const policy = pagePolicy({ cards: stripe, pictureOrigins: [] }, ["'nonce-a'"]);
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src '));
    expect(scripts?.replace("'nonce-a'", "'nonce-…'").split(' ').slice(1)).toEqual(
      listedScripts().map(({ source }) => source),
    );
  });
});
