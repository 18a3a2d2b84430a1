import { type DataHome, dataHomeFrom, requirePrivateFolder } from './data-home.ts';
import { numbersFrom, type Numbers } from './numbers-from.ts';
import { isLoopback, parseOrigin } from './origins.ts';
import {
  cardAccountOf,
  hasProviderKey,
  sandboxes,
  thirdPartiesFrom,
  type CardAccount,
  type ShopMode,
  type ThirdParties,
} from './third-party-config.ts';
import { noProxySaid, proxiesFrom } from './trusted-proxies.ts';
import { given, valueOrDefault, type Environment } from './variables.ts';
import { watchConfigFrom, type WatchConfig } from './watch-config.ts';

/** The database, and the mode and card account with which the shop opens it; the database stores both. */
export interface DatabaseUse extends DataHome {
  readonly mode: ShopMode;
  readonly cardAccount: CardAccount;
}

/** How this copy of the shop is set up. */
export interface Config extends DatabaseUse, WatchConfig, Numbers {
  readonly host: string;
  /** Without a trailing slash; undefined means http://localhost and the port. */
  readonly publicUrl: string | undefined;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether HSTS includes subdomains. */
  readonly hstsSubdomains: boolean;
  /** Whether connections to a database server that no pooler stands before keep planned statements. */
  readonly keepsStatements: boolean;
  /** Undefined means that one is generated and kept in the data folder. */
  readonly identitySecret: string | undefined;
  /** Accepted beside it. */
  readonly identitySecretAlso: string | undefined;
  readonly thirdParties: ThirdParties;
  readonly contact: { readonly email: string; readonly phone: string; readonly street: string };
}

/** The environment is not usable; the message names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  /** The database that would have been opened, so that its fault can be named as well. */
  readonly database: DatabaseUse | undefined;

  constructor(faults: readonly string[], database?: DatabaseUse) {
    super(faults.join('\n'));
    this.faults = faults;
    this.database = database;
  }
}

export interface StartOptions {
  /** Pages straight from their sources, with reload. */
  readonly development?: boolean;
}

/** Reads the environment. Throws one `ConfigError` that names every fault. */
export function configFrom(env: Environment, { development = false }: StartOptions = {}): Config {
  const faults: string[] = [];
  const host = valueOrDefault(env, 'HOST');
  const home = dataHomeFrom(env, faults);
  const canOpen = faults.length === 0;
  requirePrivateFolder(home, faults);

  const mode = modeFrom(env, faults);
  if (development && mode === 'live')
    faults.push(
      'A live shop does not run with --dev: the development server gives out its sources.',
    );
  const numbers = numbersFrom(env, faults);
  const watch = watchConfigFrom(env, faults);
  const secrets = identitySecretsFrom(env, faults);
  const publicUrl = originFrom(env, mode, faults);
  const trustedProxies = proxiesFrom(env, faults);
  if (mode === 'live' && !publicUrl?.startsWith('http:') && given(env, 'TRUST_PROXY') === undefined)
    faults.push(noProxySaid);
  // Which keys are right depends on the mode.
  const thirdParties = mode === undefined ? sandboxes : thirdPartiesFrom(env, mode, faults);
  if (mode === undefined) throw new ConfigError(faults);
  const database: DatabaseUse = {
    ...home,
    mode,
    cardAccount: cardAccountOf(thirdParties.cards, mode),
  };
  if (faults.length > 0) throw new ConfigError(faults, canOpen ? database : undefined);

  return {
    ...database,
    ...numbers,
    keepsStatements: keepsStatementsFrom(env),
    host,
    publicUrl,
    trustedProxies,
    hstsSubdomains: given(env, 'HSTS_SUBDOMAINS') === '1',
    ...secrets,
    thirdParties,
    contact: contactFrom(env),
    ...watch,
  };
}

export function keepsStatementsFrom(env: Environment): boolean {
  return valueOrDefault(env, 'DATABASE_PREPARED') !== '0';
}

/** How people reach those who run the shop. */
export function contactFrom(env: Environment): Config['contact'] {
  return {
    email: valueOrDefault(env, 'CONTACT_EMAIL'),
    phone: valueOrDefault(env, 'CONTACT_PHONE'),
    street: valueOrDefault(env, 'CONTACT_STREET'),
  };
}

/** The secrets of the identity service that are in the environment. */
export function identitySecretsFrom(
  env: Environment,
  faults: string[],
): Pick<Config, 'identitySecret' | 'identitySecretAlso'> {
  const secretFrom = (name: 'IDENTITY_SECRET' | 'IDENTITY_SECRET_ALSO') => {
    const secret = given(env, name);
    if (secret !== undefined && secret.length < 32)
      faults.push(`${name} must have at least 32 characters.`);
    return secret;
  };
  return {
    identitySecret: secretFrom('IDENTITY_SECRET'),
    identitySecretAlso: secretFrom('IDENTITY_SECRET_ALSO'),
  };
}

/** Without SHOP_MODE it is the demo, but only if no other machine can reach it and nothing real is configured. */
function modeFrom(env: Environment, faults: string[]): ShopMode | undefined {
  const host = valueOrDefault(env, 'HOST');
  const known = faults.length;
  const said = saidModeFrom(env, faults);
  if (faults.length > known) return undefined;
  if (
    said === undefined &&
    (!isLoopback(host) || given(env, 'DATABASE_URL') !== undefined || hasProviderKey(env))
  ) {
    faults.push(
      'Say SHOP_MODE=demo or SHOP_MODE=live: with a HOST that others can reach, a DATABASE_URL or a key of a provider the shop does not guess which it is.',
    );
    return undefined;
  }
  if (said !== 'live' && !isLoopback(host) && given(env, 'ALLOW_DEMO_ON_NETWORK') !== '1')
    faults.push(
      `The demo lets anyone sign in as anyone: HOST=${host} needs ALLOW_DEMO_ON_NETWORK=1, and PUBLIC_URL with the name by which others reach it.`,
    );
  return said ?? 'demo';
}

/** What SHOP_MODE says; undefined when it says nothing. */
export function saidModeFrom(env: Environment, faults: string[]): ShopMode | undefined {
  const said = given(env, 'SHOP_MODE');
  if (said === undefined || said === 'demo' || said === 'live') return said;
  faults.push(`SHOP_MODE must be 'demo' or 'live', not '${said}'.`);
  return undefined;
}

/** The origin of the shop's links; `mode` is undefined when it does not matter. */
export function originFrom(
  env: Environment,
  mode: ShopMode | undefined,
  faults: string[],
): string | undefined {
  const address = given(env, 'PUBLIC_URL');
  if (address === undefined) {
    if (mode === 'live')
      faults.push('A live shop needs PUBLIC_URL, the address under which people reach it.');
    return undefined;
  }
  const url = parseOrigin(address);
  if (url === undefined) {
    faults.push('PUBLIC_URL must be an origin such as https://shop.example, without a path.');
    return undefined;
  }
  if (mode === 'live' && url.protocol !== 'https:' && !isLoopback(url.hostname))
    faults.push(
      'PUBLIC_URL must begin with https:// in a live shop: passwords and tokens travel to it.',
    );
  return url.origin;
}
