import {
  ConfigError,
  contactFrom,
  identitySecretsFrom,
  keepsStatementsFrom,
  originFrom,
  saidModeFrom,
  type Config,
} from './config.ts';
import { type DataHome, dataHomeFrom } from './data-home.ts';
import type { DatabaseOptions } from '#server/db/open.ts';
import type { ShopFacts } from '#server/db/shop-facts.ts';
import { numbersFrom, type Numbers } from './numbers-from.ts';
import type { ShopMode } from './third-party-config.ts';
import type { Environment } from './variables.ts';

/** What a command at the terminal reads of the environment: where the data is. All else has a default. */
export interface CommandConfig
  extends
    DataHome,
    Numbers,
    Pick<Config, 'keepsStatements' | 'identitySecret' | 'identitySecretAlso' | 'contact'> {
  /** What SHOP_MODE says, if it says anything: the database knows the mode. */
  readonly saidMode: ShopMode | undefined;
  readonly publicUrl: string | undefined;
}

/** Reads the environment of a command. Throws one `ConfigError` that names every fault. */
export function commandConfigFrom(env: Environment): CommandConfig {
  const faults: string[] = [];
  const config = {
    ...dataHomeFrom(env, faults),
    ...numbersFrom(env, faults),
    keepsStatements: keepsStatementsFrom(env),
    ...identitySecretsFrom(env, faults),
    contact: contactFrom(env),
    saidMode: saidModeFrom(env, faults),
    publicUrl: originFrom(env, undefined, faults),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** How a command opens the database. */
export function databaseOf(config: CommandConfig): DatabaseOptions {
  const { databaseUrl: url, dataDir, keepsStatements } = config;
  return { url, dataDir, keepsStatements };
}

/** The mode of the shop that a database is of. Throws a `ConfigError` if neither the database nor the operator says it. */
export function modeOf(
  { saidMode, databaseUrl }: Pick<CommandConfig, 'saidMode' | 'databaseUrl'>,
  facts: ShopFacts | undefined,
): ShopMode {
  const mode = saidMode ?? facts?.mode ?? (databaseUrl === undefined ? 'demo' : undefined);
  if (mode === undefined)
    throw new ConfigError([
      'The database does not say whether it is the demo: say SHOP_MODE=demo or SHOP_MODE=live.',
    ]);
  return mode;
}
