import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';

/** The sandbox's state. It is in the database, so that it survives a crash of the shop as a real provider's would. */
export function sandboxStore(db: Database, clock: Clock): (model: string) => Adapter {
  return (model) => {
    const findWhere = async (
      condition: ReturnType<typeof sql>,
    ): Promise<AdapterPayload | undefined> => {
      const { rows } = await sql<{ payload: AdapterPayload }>`
        select payload from google_sandbox.records
        where model = ${model} and (expires_at is null or expires_at > ${clock.now()}) and ${condition}`.execute(
        db,
      );
      return rows[0]?.payload;
    };
    return {
      find: (id) => findWhere(sql`id = ${id}`),
      findByUid: (uid) => findWhere(sql`uid = ${uid}`),
      // Only device flows have user codes, and the sandbox has no devices.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        const now = clock.now();
        const expiresAt = expiresIn ? new Date(now.getTime() + expiresIn * 1000) : null;
        await sql`
          insert into google_sandbox.records (model, id, payload, grant_id, uid, expires_at)
          values (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null}, ${expiresAt})
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, expires_at = excluded.expires_at`.execute(db);
        if (model === 'Interaction')
          await sql`delete from google_sandbox.records where expires_at <= ${now}`.execute(db);
      },
      consume: async (id) => {
        const second = Math.floor(clock.now().getTime() / 1000);
        await sql`
          update google_sandbox.records set payload = payload || jsonb_build_object('consumed', ${second}::integer)
          where model = ${model} and id = ${id}`.execute(db);
      },
      destroy: async (id) => {
        await sql`delete from google_sandbox.records where model = ${model} and id = ${id}`.execute(
          db,
        );
      },
      revokeByGrantId: async (grantId) => {
        await sql`delete from google_sandbox.records where grant_id = ${grantId}`.execute(db);
      },
    };
  };
}

/** Somebody who has signed in at the sandbox. */
interface SandboxAccount {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
}

/** Stores an account of the sandbox; the same address is the same account. */
export async function saveSandboxAccount(db: Database, account: SandboxAccount): Promise<void> {
  await sql`
    insert into google_sandbox.records (model, id, payload) values ('Account', ${account.sub}, ${JSON.stringify(account)}::jsonb)
    on conflict (model, id) do update set payload = excluded.payload`.execute(db);
}

/** The sandbox's account with this subject. */
export async function findSandboxAccount(
  db: Database,
  sub: string,
): Promise<SandboxAccount | undefined> {
  const { rows } = await sql<{ payload: SandboxAccount }>`
    select payload from google_sandbox.records where model = 'Account' and id = ${sub}`.execute(db);
  return rows[0]?.payload;
}
