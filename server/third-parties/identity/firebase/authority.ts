import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { callFirebase, fail, type Wire } from './call-firebase.ts';
import { addressesOf, type FirebaseProject, type ServiceAccount } from './project.ts';

/** Answers the `Authorization` header of calls about other people's accounts. Refuses with `unavailable`. */
export type Authority = () => Promise<string>;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

const scope = 'https://www.googleapis.com/auth/identitytoolkit';

/** A token is replaced when less than this is left of its hour. */
const marginMs = 120_000;

/** The authority over the project's accounts; undefined without a service account. An emulator takes everybody on this machine for the owner. */
export function authorityOf(wire: Wire, project: FirebaseProject): Authority | undefined {
  const { serviceAccount, emulator } = project;
  if (emulator !== undefined) return () => Promise.resolve('Bearer owner');
  return serviceAccount && tokensOf(wire, addressesOf(project).tokens, serviceAccount);
}

/** OAuth 2.0 by a signed assertion (RFC 7523): one token at a time, which all calls share. */
function tokensOf(wire: Wire, address: string, account: ServiceAccount): Authority {
  let header = '';
  let endsAt = 0;
  return async () => {
    if (Date.now() < endsAt) return header;
    const askedAt = Date.now();
    const answer = await callFirebase(wire, address, {
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await assertionOf(account, address),
      }),
    });
    const token = z.safeParse(Token, 'body' in answer ? answer.body : undefined);
    if (!token.success) return fail(wire, 'gave the service account no token');
    header = `Bearer ${token.data.access_token}`;
    endsAt = askedAt + token.data.expires_in * 1000 - marginMs;
    return header;
  };
}

async function assertionOf(
  { email, keyId, privateKey }: ServiceAccount,
  audience: string,
): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
    .setIssuer(email)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
}
