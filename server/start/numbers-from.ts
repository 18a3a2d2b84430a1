import { standardConnections } from '#server/db/standard-connections.ts';
import { type Environment, given, valueOrDefault } from './variables.ts';

/** The numbers of a copy's setup. */
export interface Numbers {
  readonly port: number;
  /** How many connections to the database server it opens at most. */
  readonly databasePool: number;
  readonly orderHoldHours: number;
  readonly unpaidPerNetwork: number;
  readonly adminFactorGraceDays: number;
  readonly keepHistoryDays: number;
  readonly keepEventsDays: number;
}

/** Reads the variables that are numbers; a fault for each that is none of its range. */
export function numbersFrom(env: Environment, faults: string[]): Numbers {
  const port = Number(valueOrDefault(env, 'PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    faults.push(`PORT must be a number from 0 to 65535, not '${valueOrDefault(env, 'PORT')}'.`);
  const databasePool = Number(given(env, 'DATABASE_POOL') ?? standardConnections());
  if (!(Number.isInteger(databasePool) && databasePool >= 4 && databasePool <= 500))
    faults.push('DATABASE_POOL must be a whole number of connections, from 4 to 500.');
  const orderHoldHours = Number(valueOrDefault(env, 'ORDER_HOLD_HOURS'));
  if (!(orderHoldHours >= 0.01 && orderHoldHours <= 8760))
    faults.push('ORDER_HOLD_HOURS must be a number of hours, up to 8760.');
  const unpaidPerNetwork = Number(valueOrDefault(env, 'UNPAID_ORDERS_PER_NETWORK'));
  if (
    !(Number.isInteger(unpaidPerNetwork) && unpaidPerNetwork >= 1 && unpaidPerNetwork <= 1_000_000)
  )
    faults.push('UNPAID_ORDERS_PER_NETWORK must be a whole number from 1 to 1000000.');
  const adminFactorGraceDays = Number(valueOrDefault(env, 'ADMIN_FACTOR_GRACE_DAYS'));
  if (!(adminFactorGraceDays >= 0 && adminFactorGraceDays <= 365))
    faults.push('ADMIN_FACTOR_GRACE_DAYS must be a number of days, up to 365.');
  return {
    port,
    databasePool,
    orderHoldHours,
    unpaidPerNetwork,
    adminFactorGraceDays,
    keepHistoryDays: daysFrom(env, faults, { name: 'KEEP_HISTORY_DAYS', least: 365 }),
    keepEventsDays: daysFrom(env, faults, { name: 'KEEP_EVENTS_DAYS', least: 30 }),
  };
}

const mostDays = 36_500;

function daysFrom(
  env: Environment,
  faults: string[],
  { name, least }: { name: 'KEEP_HISTORY_DAYS' | 'KEEP_EVENTS_DAYS'; least: number },
): number {
  const days = Number(valueOrDefault(env, name));
  if (!(Number.isInteger(days) && days >= least && days <= mostDays))
    faults.push(`${name} must be a whole number of days, from ${least} to ${mostDays}.`);
  return days;
}
