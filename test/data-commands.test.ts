import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { doctorCommand } from '#server/doctor-command.ts';
import { wrongDatabase } from '#server/start/database-use.ts';
import type { Environment } from '#server/start/variables.ts';
import { freshDataDir } from './database.ts';
import { freePort } from './free-port.ts';
import { writtenMail } from '#server/mails/written-mail.ts';
import { contact, startShop } from './harness.ts';
import { runProgram } from './run-start.ts';
import { samplePart } from './samples.ts';

const notAsked = 'The card provider was not asked: STRIPE_SECRET_KEY is not set.';
const providersChecks = ['I3-cards', 'I8-cards', 'stuck-payments', 'cards-answer', 'unbooked'];

let dataDir: string;
let ada: string;

/** The folder of a stopped live shop with a paid order. */
beforeAll(async () => {
  dataDir = await freshDataDir();
  const database = await openDatabase({ dataDir, relaxedSync: true });
  const shop = await startShop({ database });
  const customer = await shop.person('Ada');
  await shop.pay(customer, await shop.order(customer, await samplePart(shop.db), 200));
  ({ email: ada } = await shop.db.selectFrom('users').select('email').executeTakeFirstOrThrow());
  await sql`insert into shop_facts (mode, card_accounts) values ('live', '{live}')`.execute(
    shop.db,
  );
  await shop.close();
}, 180_000);

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the doctor with DATA_DIR and what is given; answers its status and lines. */
async function doctor(env: Environment, ...args: string[]) {
  const said: string[] = [];
  const status = await doctorCommand(args, { DATA_DIR: dataDir, ...env }, (line) =>
    said.push(line),
  );
  return { status, said };
}

describe('a command at the terminal of a live shop', { timeout: 180_000 }, () => {
  test('needs to know where the data is, and not where links in mails lead', async () => {
    const env = { DATA_DIR: dataDir };
    expect(await runProgram('admin.ts', env, 'list')).toEqual({ code: 0, said: [''] });
    expect((await runProgram('admin.ts', env, 'grant', ada)).code).toBe(0);
    const { db, close } = await openDatabase({ dataDir });
    const mails = await db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('event_key', 'like', 'admins-new-admin:%')
      .execute();
    await close();
    expect(mails).not.toEqual([]);
    expect(JSON.stringify(mails)).not.toContain('://');
    // Whoever sends it knows the address.
    const footer = { contact, publicUrl: 'https://shop.example' };
    for (const mail of mails)
      expect(writtenMail(mail, footer).text).toContain('https://shop.example/dashboard');
  });

  test('is told of a database of another program, and leaves it free', async () => {
    const spoil = async (statement: string) => {
      const { pool, close } = await openDatabase({ dataDir });
      await pool.query(statement);
      await close();
    };
    await spoil("insert into kysely_migration values ('0002_of_somebody_else', 'now')");
    expect(await runProgram('admin.ts', { DATA_DIR: dataDir }, 'list')).toEqual({
      code: 1,
      said: [expect.stringContaining('they do not belong together')],
    });
    await spoil("delete from kysely_migration where name = '0002_of_somebody_else'");
  });

  test('names every variable that it reads and that is wrong', async () => {
    await expect(
      doctor({ DATABASE_URL: 'mysql://db', SHOP_MODE: 'test', PUBLIC_URL: 'shop' }),
    ).rejects.toThrow(
      [
        'DATABASE_URL must begin with postgres:// or postgresql://.',
        "SHOP_MODE must be 'demo' or 'live', not 'test'.",
        'PUBLIC_URL must be an origin such as https://shop.example, without a path.',
      ].join('\n'),
    );
  });
});

describe('the doctor of a live shop', { timeout: 180_000 }, () => {
  test('without keys says of what only the card provider knows that it was not asked, and mends nothing of it', async () => {
    const { status, said } = await doctor({}, '--repair');
    expect(status).toBe(2);
    const unknown = said.filter((line) => line.startsWith('unknown'));
    expect(unknown.map((line) => line.split(/\s+/)[1])).toEqual(providersChecks);
    expect(unknown.filter((line) => !line.endsWith(notAsked))).toEqual([]);
    expect(said.at(-1)).toBe('Nothing is broken, but not everything could be looked at.');
  });

  test('asks with the secret key alone', async () => {
    const { status, said } = await doctor({
      STRIPE_SECRET_KEY: 'sk_live_a1',
      STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}`,
    });
    expect(status).toBe(2);
    expect(said.join('\n')).toContain('The card provider did not answer about one payment.');
    expect(said.join('\n')).not.toContain(notAsked);
  });

  test("takes neither a test key nor the demo's cards", async () => {
    await expect(doctor({ STRIPE_SECRET_KEY: 'sk_test_a1' })).rejects.toThrow(
      'STRIPE_SECRET_KEY is a test key: a live shop takes only live keys.',
    );
    await expect(doctor({ SHOP_MODE: 'demo' }, '--repair')).rejects.toThrow(wrongDatabase.isLive);
  });
});
