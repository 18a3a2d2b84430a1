import { formatEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { numberedKey, type IdentitySecrets } from './secrets.ts';

/** Whether a secret can read a key that signs identity tokens, or there is none yet. */
export async function canReadKeys(db: Database, secrets: IdentitySecrets): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    select "privateKey" as key from identity."jwks"`.execute(db);
  const read = await Promise.all(rows.map(({ key }) => decrypt(JSON.parse(key), secrets)));
  return read.length === 0 || read.some((plain) => plain !== undefined);
}

/**
 * Encrypts with the current secret what another one had encrypted: the keys that sign identity tokens, and second factors.
 * A signing key that no secret can read is deleted; the next token makes a new one. Answers how many second factors or their
 * recovery codes stay unreadable.
 */
export async function encryptAnew(tx: Database, secrets: IdentitySecrets): Promise<number> {
  const own = markOf(secrets[0]);
  const { rows: keys } = await sql<{ id: string; key: string }>`
    select "id" as id, "privateKey" as key from identity."jwks"
    where not starts_with("privateKey", ${`"${own}`}) for update`.execute(tx);
  for (const { id, key } of keys) {
    const anew = await encryptedAnew(JSON.parse(key), secrets);
    await (
      anew === undefined
        ? sql`delete from identity."jwks" where "id" = ${id}`
        : sql`update identity."jwks" set "privateKey" = ${JSON.stringify(anew)} where "id" = ${id}`
    ).execute(tx);
  }
  const { rows: factors } = await sql<{ id: string; secret: string; codes: string }>`
    select "id" as id, "secret" as secret, "backupCodes" as codes from identity."twoFactor"
    where not (starts_with("secret", ${own}) and starts_with("backupCodes", ${own})) for update`.execute(
    tx,
  );
  let unreadable = 0;
  for (const { id, ...stored } of factors) {
    const secret = await encryptedAnew(stored.secret, secrets);
    const codes = await encryptedAnew(stored.codes, secrets);
    if (secret === undefined || codes === undefined) unreadable += 1;
    await sql`update identity."twoFactor"
      set "secret" = ${secret ?? stored.secret}, "backupCodes" = ${codes ?? stored.codes} where "id" = ${id}`.execute(
      tx,
    );
  }
  return unreadable;
}

/** Whether the secrets can read somebody's second factor, with its recovery codes. True without one. */
export async function canReadSecondFactor(
  db: Database,
  secrets: IdentitySecrets,
  subject: string,
): Promise<boolean> {
  const { rows } = await sql<{ secret: string; codes: string }>`
    select "secret" as secret, "backupCodes" as codes from identity."twoFactor" where "userId" = ${subject}`.execute(
    db,
  );
  const read = await Promise.all(
    rows.flatMap(({ secret, codes }) => [decrypt(secret, secrets), decrypt(codes, secrets)]),
  );
  return !read.includes(undefined);
}

/** Deletes the keys that sign identity tokens, and all sessions, which the lost secret signed. */
export async function forgetKeys(tx: Database): Promise<void> {
  await sql`delete from identity."jwks"`.execute(tx);
  await sql`delete from identity."session"`.execute(tx);
}

/** With what everything begins that a secret encrypted. */
function markOf(secret: string): string {
  return formatEnvelope(numberedKey(secret).version, '');
}

/** Undefined when none of the secrets can read it. */
async function encryptedAnew(data: string, secrets: IdentitySecrets): Promise<string | undefined> {
  const [current] = secrets;
  if (data.startsWith(markOf(current))) return data;
  const plain = await decrypt(data, secrets);
  return plain === undefined ? undefined : encrypt(plain, current);
}

function encrypt(plain: string, secret: string): Promise<string> {
  const { version, value } = numberedKey(secret);
  return symmetricEncrypt({
    key: { keys: new Map([[version, value]]), currentVersion: version },
    data: plain,
  });
}

/** Undefined when none of the secrets can read it. */
async function decrypt(data: string, secrets: IdentitySecrets): Promise<string | undefined> {
  for (const secret of secrets) {
    const { version, value } = numberedKey(secret);
    const key = { keys: new Map([[version, value]]), currentVersion: version, legacySecret: value };
    const plain = await symmetricDecrypt({ key, data }).catch(() => undefined);
    if (plain !== undefined) return plain;
  }
  return undefined;
}
