import { createHash, randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { sql } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import { basePath } from './auth.ts';
import type { Asker, Outcome } from './forward.ts';
import type { IdentityParts } from './parts.ts';

/** An account and its credential epoch (sessions.ts). */
export interface AccountEpoch {
  readonly subject: string;
  readonly epoch: number;
}

const knownForMs = 365 * dayMs;
/** Limited, because a program that stores no cookies is a new device at each sign-in. */
const mostOfAccount = 20;

export async function accountAt(db: Database, email: string): Promise<AccountEpoch | undefined> {
  return accountWhere(db, sql`u."email" = ${email}`);
}

export async function accountOf(db: Database, subject: string): Promise<AccountEpoch | undefined> {
  return accountWhere(db, sql`u."id" = ${subject}`);
}

async function accountWhere(
  db: Database,
  condition: ReturnType<typeof sql>,
): Promise<AccountEpoch | undefined> {
  const { rows } = await sql<AccountEpoch>`
    select u."id" as subject, coalesce(e.epoch, 0) as epoch
    from identity."user" u left join identity.credential_epochs e on e.user_id = u."id" where ${condition}`.execute(
    db,
  );
  return rows[0];
}

/** The token of the request's browser, if it is a known device of the account. */
export async function knownDevice(
  { db, clock, publicUrl }: IdentityParts,
  { browser }: Asker,
  account: AccountEpoch,
) {
  const token = parseCookies(browser.headers.cookie ?? '').get(
    cookieName(publicUrl, account.subject),
  );
  if (token === undefined) return undefined;
  const { rows } = await sql`
    select from identity.known_devices
    where token_hash = ${hashOf(token)} and user_id = ${account.subject} and epoch = ${account.epoch}
      and last_used_at > ${new Date(clock.now().getTime() - knownForMs)}`.execute(db);
  return rows.length === 0 ? undefined : token;
}

/**
 * Makes a browser a known device of the account, valid for this epoch only: after a reset meanwhile it is unknown. Answers
 * its cookie.
 */
export async function rememberDevice(
  { db, clock, publicUrl }: IdentityParts,
  account: AccountEpoch,
  known?: string,
): Promise<string> {
  const token = known ?? randomBytes(32).toString('base64url');
  const now = clock.now();
  await sql`
    insert into identity.known_devices (token_hash, user_id, epoch, last_used_at)
    values (${hashOf(token)}, ${account.subject}, ${account.epoch}, ${now})
    on conflict (token_hash) do update set last_used_at = ${now}`.execute(db);
  if (known === undefined) await forgetOldest(db, account);
  const attributes = [
    `Max-Age=${knownForMs / 1000}`,
    `Path=${basePath}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ];
  return [`${cookieName(publicUrl, account.subject)}=${token}`, ...attributes].join('; ');
}

/** An answer that also makes its browser a known device, with another token than before where the account's sessions have just ended. */
export async function withKnownDevice(
  parts: IdentityParts,
  outcome: Outcome,
  account: AccountEpoch,
  known?: string,
): Promise<Outcome> {
  const cookie = await rememberDevice(parts, account, known);
  return { ...outcome, cookies: [...outcome.cookies, cookie] };
}

async function forgetOldest(db: Database, { subject, epoch }: AccountEpoch): Promise<void> {
  await sql`
    delete from identity.known_devices where user_id = ${subject} and (epoch < ${epoch} or token_hash not in (
      select token_hash from identity.known_devices where user_id = ${subject} order by last_used_at desc limit ${mostOfAccount}))`.execute(
    db,
  );
}

/** Deletes browsers that were not seen for a year, a limited number at a time; answers how many. */
export async function forgetDevices(
  { db, clock }: Pick<IdentityParts, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.known_devices where token_hash in (
      select token_hash from identity.known_devices
      where last_used_at <= ${new Date(clock.now().getTime() - knownForMs)} order by last_used_at limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** One cookie per account, because several people may share a computer. */
function cookieName(publicUrl: string, subject: string): string {
  return `${isSecure(publicUrl) ? '__Secure-' : ''}identity.known_${hashOf(subject).slice(0, 16)}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** A device's token as it is stored. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
