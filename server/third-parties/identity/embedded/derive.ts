import { createPrivateKey, hkdfSync } from 'node:crypto';
import type { JWK } from 'jose';

/** A secret for one purpose, derived from IDENTITY_SECRET. */
export function derivedSecret(secret: string, purpose: string): string {
  return Buffer.from(derived(secret, purpose)).toString('base64url');
}

function derived(secret: string, purpose: string): ArrayBuffer {
  return hkdfSync('sha256', secret, 'underhood', purpose, 32);
}

/** The start of an Ed25519 private key in PKCS #8; its 32 random bytes follow (RFC 8410 §7). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signing key for one purpose: the same after each start and in all copies of the shop. */
export function derivedSigningKey(secret: string, purpose: string): JWK {
  const der = Buffer.concat([pkcs8Start, Buffer.from(derived(secret, purpose))]);
  const jwk = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  });
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: 'sandbox' };
}
