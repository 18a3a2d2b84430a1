import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sandboxes } from '#server/start/third-party-config.ts';
import { derivedSecret } from './derive.ts';
import { realGoogle, reportingFailures } from './google.ts';
import { googleContract, nonce } from '#test/google-contract.ts';
import { identitySecret, publicUrl, startShop } from '#test/harness.ts';
import { Visitor } from '#test/visitor.ts';

/** The shop's client at a provider that listens on `port`. */
function clientAt(port: number) {
  const provider = `${publicUrl}/sandbox/google`;
  return {
    clientId: 'underhood-shop',
    clientSecret: derivedSecret(identitySecret, 'google-sandbox-client'),
    issuer: provider,
    authorizationEndpoint: `${provider}/auth`,
    tokenEndpoint: `http://127.0.0.1:${port}/sandbox/google/token`,
    keysEndpoint: `http://127.0.0.1:${port}/sandbox/google/jwks`,
    algorithms: ['EdDSA'],
  };
}

/** A shop and a provider that it reaches over HTTP. */
async function openHosted() {
  const provider = await startShop();
  await provider.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = provider.app.server.address() as AddressInfo;
  const shop = await startShop({ thirdParties: { ...sandboxes, google: clientAt(port) } });
  const ofProvider = ({ url }: InjectOptions) =>
    typeof url === 'string' && url.startsWith('/sandbox/google');
  const web = {
    inject: (asked: InjectOptions) => (ofProvider(asked) ? provider : shop).app.inject(asked),
  } as Pick<FastifyInstance, 'inject'>;
  return {
    shop,
    web,
    close: () => Promise.all([shop.close(), provider.close()]).then(() => undefined),
  };
}

googleContract('a hosted provider over HTTP', openHosted);

describe('a shop with a Google client', () => {
  it('has none of the sandbox: nobody can be anyone', async () => {
    const shop = await startShop({ thirdParties: { ...sandboxes, google: clientAt(9) } });
    for (const address of ['/auth', '/jwks', '/interaction/x'])
      expect((await shop.request('GET', `/sandbox/google${address}`)).status).toBe(404);
    expect((await shop.request('GET', '/api/site')).body.google).toBe(true);
    await shop.close();
  });

  it('opens while Google does not answer, and a sign-in then ends on our own page', async () => {
    // Port 9 of this machine: nobody listens there.
    const shop = await startShop({ thirdParties: { ...sandboxes, google: clientAt(9) } });
    const visitor = new Visitor(shop.app);
    const begun = new URL(
      (await visitor.post('/api/identity/sign-in/google', { nonce, mode: 'popup' })).json().url,
    );
    const callback = await visitor.get(
      `/api/identity/callback/google?code=c&state=${begun.searchParams.get('state')}`,
    );
    expect(String(callback.headers.location)).toMatch(
      new RegExp(`^${publicUrl}/google-done\\?.*error=`),
    );
    await shop.close();
  });

  it('goes to the addresses that Google publishes, with its own way to sign', () => {
    const { fetch: _fetch, ...google } = realGoogle({ clientId: 'id', clientSecret: 'secret' });
    expect(google).toEqual({
      issuer: ['https://accounts.google.com', 'accounts.google.com'],
      authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenEndpoint: 'https://oauth2.googleapis.com/token',
      keysEndpoint: 'https://www.googleapis.com/oauth2/v3/certs',
      algorithms: ['RS256'],
      clientId: 'id',
      clientSecret: 'secret',
    });
  });
});

describe('what Google answers to a call of ours', () => {
  it.each([
    [200, 0],
    [400, 0],
    [401, 1],
    [403, 1],
    [429, 1],
    [503, 1],
  ])('with %i is reported %i times', async (status, times) => {
    let reported = 0;
    const google = realGoogle({ clientId: 'id', clientSecret: 'secret' });
    const answering = { ...google, fetch: async () => new Response('', { status }) };
    const service = reportingFailures(answering, () => void (reported += 1));
    expect((await service.fetch(service.tokenEndpoint)).status).toBe(status);
    expect(reported).toBe(times);
  });
});

describe('a live shop without a Google client', () => {
  it('has no Google button and no address for it', async () => {
    const shop = await startShop({ thirdParties: { ...sandboxes, google: undefined } });
    expect((await shop.request('GET', '/api/site')).body.google).toBe(false);
    const begun = await shop.request('POST', '/api/identity/sign-in/google', {
      body: { nonce, mode: 'popup' },
      headers: { origin: publicUrl },
    });
    expect(begun.status).toBe(404);
    await shop.close();
  });
});
