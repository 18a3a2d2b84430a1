import { resolve } from 'node:path';

/** Every environment variable the shop reads: what it is, and what holds when it is not set. `.env.example` is kept equal by a test. */
export const variables = {
  SHOP_MODE: {
    standard: '',
    about: "'demo' runs on sandboxes and demo data; not set, it is demo on a loopback HOST with no DATABASE_URL.",
  },
  HOST: { standard: '127.0.0.1', about: 'Address to listen on.' },
  PORT: { standard: '3000', about: 'Port to listen on; 0 takes a free one.' },
  PUBLIC_URL: { standard: 'http://localhost:PORT', about: 'The one origin of mail links, redirects and sign-in.' },
  DATA_DIR: { standard: '.data', about: 'Folder of the embedded database, the secrets and the images.' },
  DATABASE_URL: { standard: '', about: 'A PostgreSQL 15 or newer; not set, the embedded database is used.' },
  ALLOW_DEMO_ON_NETWORK: { standard: '', about: "'1' lets the demo listen on an address others can reach." },
  ORDER_HOLD_HOURS: { standard: '72', about: 'Hours an unpaid order holds its pieces before the shop cancels it.' },
  CONTACT_EMAIL: { standard: 'hello@underhood.example', about: 'E-mail address in the footer.' },
  CONTACT_PHONE: { standard: '+1 555-0142', about: 'Phone number in the footer.' },
  CONTACT_STREET: { standard: '18 Foundry Lane, Dayton, Ohio, USA', about: 'Street and country in the footer.' },
  LOG_LEVEL: { standard: 'info', about: 'fatal, error, warn, info, debug, trace or silent.' },
} as const;

type Variable = keyof typeof variables;

/** How this copy of the shop is set up. */
export interface Config {
  readonly mode: 'demo';
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash; undefined means http://localhost and the port that was taken. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly orderHoldHours: number;
  readonly contact: { readonly email: string; readonly phone: string; readonly street: string };
  readonly logLevel: string;
}

/** The environment cannot be used; the message names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);
const logLevels = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

/** Reads the environment. Throws one `ConfigError` that names every fault at once. */
export function configFrom(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: Variable): string => env[name]?.trim() || variables[name].standard;
  const faults: string[] = [];
  const host = value('HOST');
  const port = Number(value('PORT'));
  const databaseUrl = value('DATABASE_URL') || undefined;
  const mode = value('SHOP_MODE');

  if (mode === 'live')
    faults.push('SHOP_MODE=live needs a hosted card provider and a mail server, which this version does not speak to yet.');
  else if (mode !== 'demo' && mode !== '') faults.push(`SHOP_MODE must be 'demo', not '${mode}'.`);
  else if (mode === '' && (!loopback.has(host) || databaseUrl !== undefined))
    faults.push('Say SHOP_MODE=demo: with a HOST that others can reach or a DATABASE_URL the shop does not guess what it is.');
  if (!loopback.has(host) && env['ALLOW_DEMO_ON_NETWORK'] !== '1')
    faults.push(`The demo lets anyone sign in as anyone: HOST=${host} needs ALLOW_DEMO_ON_NETWORK=1.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push(`PORT must be a number from 0 to 65535, not '${value('PORT')}'.`);
  const orderHoldHours = Number(value('ORDER_HOLD_HOURS'));
  if (!(orderHoldHours >= 0.01 && orderHoldHours <= 8760)) faults.push('ORDER_HOLD_HOURS must be a number of hours, up to 8760.');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    faults.push('DATABASE_URL must begin with postgres:// or postgresql://.');
  if (!logLevels.has(value('LOG_LEVEL'))) faults.push(`LOG_LEVEL must be one of ${[...logLevels].join(', ')}.`);
  const publicUrl = originOf(env['PUBLIC_URL']?.trim(), faults);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));

  return {
    mode: 'demo',
    host,
    port,
    publicUrl,
    dataDir: resolve(value('DATA_DIR')),
    databaseUrl,
    orderHoldHours,
    contact: { email: value('CONTACT_EMAIL'), phone: value('CONTACT_PHONE'), street: value('CONTACT_STREET') },
    logLevel: value('LOG_LEVEL'),
  };
}

function originOf(address: string | undefined, faults: string[]): string | undefined {
  if (!address) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    faults.push('PUBLIC_URL must be an origin such as https://shop.example, without a path.');
    return undefined;
  }
  return url.origin;
}
