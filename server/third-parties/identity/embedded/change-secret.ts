import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { numberedKey, type IdentitySecrets } from './secrets.ts';

/**
 * Encrypts with the current secret what another one had encrypted: the keys that sign identity tokens, and second factors.
 * Answers false, and changes nothing, when no secret can read the signing keys.
 */
export async function encryptAnew(tx: Database, secrets: IdentitySecrets): Promise<boolean> {
  const [current] = secrets;
  const { rows: keys } = await sql<{ id: string; key: string }>`
    select "id" as id, "privateKey" as key from identity."jwks" for update`.execute(tx);
  const read = await Promise.all(
    keys.map(async ({ id, key }) => ({ id, plain: await decrypt(JSON.parse(key), secrets) })),
  );
  if (read.length > 0 && read.every(({ plain }) => plain === undefined)) return false;
  for (const { id, plain } of read)
    if (plain !== undefined)
      await sql`update identity."jwks" set "privateKey" = ${JSON.stringify(await encrypt(plain, current))} where "id" = ${id}`.execute(
        tx,
      );
  const { rows: factors } = await sql<{ id: string; secret: string; codes: string }>`
    select "id" as id, "secret" as secret, "backupCodes" as codes from identity."twoFactor" for update`.execute(
    tx,
  );
  for (const factor of factors) {
    const [secret, codes] = await Promise.all([
      decrypt(factor.secret, secrets),
      decrypt(factor.codes, secrets),
    ]);
    if (secret !== undefined && codes !== undefined)
      await sql`update identity."twoFactor" set "secret" = ${await encrypt(secret, current)}, "backupCodes" = ${await encrypt(codes, current)} where "id" = ${factor.id}`.execute(
        tx,
      );
  }
  return true;
}

/** Deletes the keys that sign identity tokens, and all sessions, which the lost secret signed. */
export async function forgetKeys(tx: Database): Promise<void> {
  await sql`delete from identity."jwks"`.execute(tx);
  await sql`delete from identity."session"`.execute(tx);
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
