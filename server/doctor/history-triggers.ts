import { sql } from 'kysely';
import { NotCheckable, type Check } from './check.ts';

const tables = ['audit_log', 'order_events', 'security_events', 'stock_ledger'];

const leftOut =
  'The migration 0012_append_only was left out, because the database engine has no triggers: whoever may write to the database may change these tables.';

/** The append-only triggers, which somebody with the database's password can drop. */
export const historyTriggers: Check = {
  id: 'history',
  about: 'table',
  sentence: 'What was written down cannot be changed or deleted by an ordinary statement.',
  async find({ db }) {
    const { rows } = await sql<{ id: string; isLeftOut: boolean }>`
      select name as id, to_regproc('keep_history') is null as "isLeftOut" from unnest(${tables}::text[]) as name
      where not exists (
        select 1 from pg_trigger where tgrelid = to_regclass(name) and tgname = 'keep_history' and tgenabled in ('O', 'A'))
      order by name`.execute(db);
    if (rows.some(({ isLeftOut }) => isLeftOut)) throw new NotCheckable(leftOut);
    return rows.map(({ id }) => ({ id, repairable: false }));
  },
};
