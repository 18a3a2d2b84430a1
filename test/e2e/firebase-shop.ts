import { sandboxes } from '#server/start/third-party-config.ts';
import { mountSite } from '#server/http/site.ts';
import { freePort } from '#test/free-port.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { insertIdentitySession } from '#test/identity-session.ts';

const project = 'demo-underhood';
export interface FirebaseShop extends TestShop {
  readonly address: string;
  readonly service: { readonly origin: string;
  linkFor(email: string, type: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string>;
  disable(email: string): Promise<void>;
  protectAddresses(on: boolean): Promise<void>; };
}

export async function startFirebaseShop(): Promise<FirebaseShop> {
  const origin = process.env['UNDERHOOD_AUTH_EMULATOR']!;
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const post = async (path: string, body: unknown, method = 'POST') => {
    const r = await fetch(`${origin}/identitytoolkit.googleapis.com/${path}`, { method, headers: owner, body: JSON.stringify(body) });
    if (!r.ok) throw new Error(await r.text());
    return r.json() as any;
  };
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const config = { provider: 'firebase', apiKey: 'key', authDomain: 'auth.example', projectId: project, emulator: origin };
  process.env['TRY_FIREBASE'] = JSON.stringify(config);
  const shop = await startShop({ publicUrl: address, pages: mountSite, isInHurry: true, thirdParties: sandboxes });
  Object.assign(shop.identity, {
    verify: async (token: string) => {
      const { users } = (await (await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=key`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ idToken: token }) })).json()) as any;
      const u = users?.[0];
      if (!u) return undefined;
      return { issuer: 'fb', subject: u.localId, email: u.email, emailVerified: u.emailVerified, name: u.displayName, session: await insertIdentitySession(shop.db, u.localId) };
    },
  });
  await shop.app.listen({ host: '127.0.0.1', port });
  return Object.assign(shop, {
    address, service: { origin,
    linkFor: async (email: string, type: string) => {
      const { oobCodes } = (await (await fetch(`${origin}/emulator/v1/projects/${project}/oobCodes`, { headers: owner })).json()) as any;
      const { oobLink } = oobCodes.findLast((c: any) => c.email === email && c.requestType === type);
      return `${address}/verify-email${new URL(oobLink).search}`;
    },
    disable: async (email: string) => {
      const { users } = await post(`v1/projects/${project}/accounts:lookup`, { email: [email] });
      await post(`v1/projects/${project}/accounts:update`, { localId: users[0].localId, disableUser: true });
    },
    protectAddresses: async (on: boolean) => void (await post(`v2/projects/${project}/config?updateMask=emailPrivacyConfig`, { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } }, 'PATCH')),
  }});
}
