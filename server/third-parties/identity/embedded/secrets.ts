import { createHmac } from 'node:crypto';
import { derivedSecret } from './derive.ts';

/**
 * The secrets of the identity service. The first one signs and encrypts; what one of the others signed or encrypted is
 * accepted, so that all copies of a shop can change to a new one while people stay signed in.
 */
export type IdentitySecrets = readonly [string, ...string[]];

/** What tells a secret from others, and does not give it away. */
export function fingerprintOf(secret: string): string {
  return derivedSecret(secret, 'fingerprint').slice(0, 22);
}

/** A secret as Better Auth takes it: its number stands in what it encrypted, and is the same in every copy of the shop. */
export function numberedKey(secret: string): { version: number; value: string } {
  const number = Buffer.from(derivedSecret(secret, 'number'), 'base64url').readUInt32BE() >>> 1;
  return { version: number, value: derivedSecret(secret, 'identity') };
}

/** `name=value.signature`, the part after the name percent-encoded, as Better Auth signs its cookies. */
const signedCookie = /^(\s*(?:__Secure-)?identity\.[\w-]+=)(.+)$/;

/** A Cookie header in which the current secret has signed what one of the others did. */
export function signedAnew(cookies: string, [current, ...others]: IdentitySecrets): string {
  if (others.length === 0) return cookies;
  const anew = (cookie: string): string => {
    const [, name = '', encoded = ''] = signedCookie.exec(cookie) ?? [];
    const [value, signature] = splitSigned(encoded);
    return others.some((other) => signature === signatureOf(value, other))
      ? `${name}${encodeURIComponent(`${value}.${signatureOf(value, current)}`)}`
      : cookie;
  };
  return cookies.split(';').map(anew).join(';');
}

function splitSigned(encoded: string): [value: string, signature: string] {
  const text = decoded(encoded);
  const dot = text.lastIndexOf('.');
  return dot < 1 ? ['', ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function signatureOf(value: string, secret: string): string {
  return createHmac('sha256', derivedSecret(secret, 'identity')).update(value).digest('base64');
}
