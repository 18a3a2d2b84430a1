import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** What one hash costs: work and memory (128 · N · r bytes). */
export interface ScryptCost {
  /** Binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * A row of OWASP's Password Storage Cheat Sheet that ASVS 5.0 approves as well: 32 MB and about three times the work of
 * Better Auth's own cost. The table's first row does hardly more work, and takes 128 MB.
 */
export const standardCost: ScryptCost = { ln: 15, r: 8, p: 3 };

/** Better Auth's own parameters, for older hashes: `salt:key` in hex, the salt used as text. */
const oldCost: ScryptCost = { ln: 14, r: 16, p: 1 };
const oldForm = /^([\da-f]{32}):([\da-f]{128})$/;
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

/** Hashes a password with a random salt; the hash contains its parameters (PHC string format). */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, { cost, salt, bytes: 32 });
  return `${prefixOf(cost)}${base64(salt)}$${base64(key)}`;
}

/** Whether this is the password of a hash, in the current or the older format. Throws for any other text. */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const { key, ...from } = parsed(hash);
  return timingSafeEqual(key, await keyOf(password, { ...from, bytes: key.length }));
}

/** Whether a hash has other parameters than these. */
export function isOutdated(hash: string, cost: ScryptCost): boolean {
  return !hash.startsWith(prefixOf(cost));
}

function parsed(hash: string): { cost: ScryptCost; salt: Buffer | string; key: Buffer } {
  const [, ln, r, p, salt = '', key = ''] = form.exec(hash) ?? [];
  if (ln !== undefined)
    return {
      cost: { ln: Number(ln), r: Number(r), p: Number(p) },
      salt: bytesOf(salt),
      key: bytesOf(key),
    };
  const [, oldSalt, oldKey = ''] = oldForm.exec(hash) ?? [];
  if (oldSalt === undefined) throw new Error('A stored password is no hash that the shop knows.');
  return { cost: oldCost, salt: oldSalt, key: Buffer.from(oldKey, 'hex') };
}

/** Normalised, so that the same letters typed on another keyboard are the same password. */
function keyOf(
  password: string,
  from: { cost: ScryptCost; salt: Buffer | string; bytes: number },
): Promise<Buffer> {
  const { ln, r, p } = from.cost;
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    // Node allows 32 MB unless `maxmem` says otherwise.
    scrypt(
      password.normalize('NFKC'),
      from.salt,
      from.bytes,
      { N, r, p, maxmem: 2 * 128 * N * r },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

function prefixOf({ ln, r, p }: ScryptCost): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
