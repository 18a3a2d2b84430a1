import { given, valueOrDefault, type Environment } from './variables.ts';

/** How the shop is watched: its log, and who may read its metrics. */
export interface WatchConfig {
  readonly logLevel: string;
  /** Undefined: as it fits where the log goes. */
  readonly logFormat: LogFormat | undefined;
  /** Statements of the database that take longer are logged. */
  readonly slowQueryMs: number;
  /** Undefined: nobody may. */
  readonly metricsToken: string | undefined;
}

const logLevels = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const logFormats = ['json', 'text'] as const;
type LogFormat = (typeof logFormats)[number];

/** Reads it from the environment; each fault is added to `faults`. */
export function watchConfigFrom(env: Environment, faults: string[]): WatchConfig {
  const logLevel = valueOrDefault(env, 'LOG_LEVEL');
  if (!logLevels.has(logLevel))
    faults.push(`LOG_LEVEL must be one of ${[...logLevels].join(', ')}.`);
  const wanted = given(env, 'LOG');
  const logFormat = logFormats.find((one) => one === wanted);
  if (wanted !== undefined && logFormat === undefined)
    faults.push(`LOG must be ${logFormats.join(' or ')}.`);
  const slowQueryMs = Number(valueOrDefault(env, 'LOG_SLOW_QUERY_MS'));
  if (!(slowQueryMs >= 0))
    faults.push('LOG_SLOW_QUERY_MS must be a number of milliseconds, 0 or more.');
  const metricsToken = given(env, 'METRICS_TOKEN');
  if (metricsToken !== undefined && !/^[\w.~+/-]{32,1000}=*$/.test(metricsToken))
    faults.push('METRICS_TOKEN must have at least 32 characters: letters, digits and . _ ~ + / -');
  return { logLevel, logFormat, slowQueryMs, metricsToken };
}
