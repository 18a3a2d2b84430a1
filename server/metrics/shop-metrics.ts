import { setImmediate as nextTurn } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';
import { build } from '#server/build.js';
import type { Clock } from '#server/clock.ts';
import { writersWaiting, type Database as OpenDatabase } from '#server/db/open.ts';
import { isUnavailable } from '#server/db/transaction.ts';
import type { MailEnd } from '#server/mails/send-mails.ts';
import type { Database } from '#server/shop.ts';
import { type BusinessFigure, businessFigures } from './business-figures.ts';
import { businessGauges } from './business-gauges.ts';
import { Inquiry } from './inquiry.ts';
import { processMetrics } from './process-metrics.ts';

/** A scrape waits this long for the database; without an answer it has the figures of the process alone. */
const databaseMs = 1_000;

/** The third parties whose failures are counted. */
const providers = ['cards', 'images', 'mail', 'google', 'firebase'] as const;
type Provider = (typeof providers)[number];

/** A request that has been answered, or whose client left. */
interface Answered {
  readonly method: string;
  /** The route's pattern, never an address. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What the shop counts, and the text in which Prometheus reads it. */
export interface ShopMetrics {
  requestAnswered(answered: Answered): void;
  providerFailed(provider: Provider): void;
  taskDone(task: string): void;
  /** This copy shipped or cancelled an order. */
  readonly orderEnded: (state: 'shipped' | 'cancelled') => void;
  readonly mailEnded: (how: MailEnd) => void;
  /** Prometheus' text format; never waits long for the database. */
  text(): Promise<string>;
}

interface MetricsParts {
  readonly db: Database;
  readonly pool: OpenDatabase['pool'];
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly orderHoldHours: number;
  /** The tasks of the background work, whose time is that of the start until they are done for the first time. */
  readonly tasks: readonly string[];
}

/** The metrics of one shop; those of the process are shared by all shops in it. */
export function shopMetrics({ db, pool, clock, log, ...about }: MetricsParts): ShopMetrics {
  const registry = new Registry();
  const requests = requestMetrics(registry);
  const providerErrors = counter(registry, 'underhood_provider_errors_total', {
    help: 'Calls to a third party that got no usable answer.',
    labelNames: ['provider'],
  });
  const taskTimes = gauge(registry, 'underhood_task_last_done_timestamp_seconds', {
    help: 'When this copy last finished a task of its background work; its start before the first time.',
    labelNames: ['task'],
  });
  const ordersEnded = counter(registry, 'underhood_ended_orders_total', {
    help: 'Orders that this copy shipped or cancelled.',
    labelNames: ['state'],
  });
  const mailsEnded = counter(registry, 'underhood_ended_mails_total', {
    help: 'Mails that this copy sent, or gave up.',
    labelNames: ['how'],
  });
  const databaseUp = gauge(registry, 'underhood_database_up', {
    help: `Whether the database answered this scrape within ${databaseMs / 1000} s.`,
  });
  poolMetrics(registry, pool, () => writersWaiting(db));
  settings(registry, about.orderHoldHours);

  const seconds = () => clock.now().getTime() / 1000;
  for (const provider of providers) providerErrors.inc({ provider }, 0);
  for (const how of ['sent', 'given_up']) mailsEnded.inc({ how }, 0);
  for (const state of ['shipped', 'cancelled']) ordersEnded.inc({ state }, 0);
  for (const task of about.tasks) taskTimes.set({ task }, seconds());

  const business = businessGauges();
  const waiting = waitingIn({ db, clock, log });

  return {
    requestAnswered: (answered) => requests(answered),
    providerFailed: (provider) => providerErrors.inc({ provider }),
    mailEnded: (how) => mailsEnded.inc({ how }),
    orderEnded: (state) => ordersEnded.inc({ state }),
    taskDone: (task) => taskTimes.set({ task }, seconds()),
    async text() {
      // Written while the database works: its statement is on its way before.
      const [figures, ofProcess] = await Promise.all([
        waiting.within(databaseMs),
        nextTurn().then(() => processMetrics().metrics()),
      ]);
      databaseUp.set(figures === undefined ? 0 : 1);
      const own = [await registry.metrics(), ofProcess];
      if (figures === undefined) return own.join('\n');
      business.set(figures, clock.now());
      return [...own, await business.text()].join('\n');
    },
  };
}

function waitingIn({
  db,
  clock,
  log,
}: Pick<MetricsParts, 'db' | 'clock' | 'log'>): Inquiry<BusinessFigure[]> {
  const ask = async () => (await businessFigures(clock.now()).execute(db)).rows;
  return new Inquiry(ask, (error) => {
    // `/readyz` says that already.
    if (!isUnavailable(error)) log.error({ err: error }, 'the figures could not be read');
  });
}

function requestMetrics(registry: Registry): ShopMetrics['requestAnswered'] {
  const total = counter(registry, 'underhood_http_requests_total', {
    help: "Requests by method, route pattern and status; 499: the client left. All pages are '/*', and so is an unknown address that is read; 'unknown' is one that is written to, or that is none.",
    labelNames: ['method', 'route', 'status'],
  });
  const duration = new Histogram({
    name: 'underhood_http_request_duration_seconds',
    help: 'How long answers took, until they were sent.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return ({ method, route, status, seconds }) => {
    total.inc({ method, route, status });
    duration.observe({ method, route }, seconds);
  };
}

function poolMetrics(registry: Registry, pool: OpenDatabase['pool'], writers: () => number): void {
  gauge(registry, 'underhood_database_connections', {
    help: 'Connections of the pool by what they do.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  gauge(registry, 'underhood_database_connections_max', {
    help: 'How many connections the pool may have.',
  }).set(pool.options.max);
  gauge(registry, 'underhood_database_waiting', {
    help: 'Work that waits for a connection, or as a writer for its turn to ask for one.',
    labelNames: ['for'],
    collect() {
      this.set({ for: 'connection' }, pool.waitingCount);
      this.set({ for: 'write' }, writers());
    },
  });
}

function settings(registry: Registry, orderHoldHours: number): void {
  gauge(registry, 'underhood_order_hold_seconds', {
    help: 'How long an unpaid order may hold its pieces: ORDER_HOLD_HOURS.',
  }).set(orderHoldHours * 3600);
  gauge(registry, 'underhood_build_info', {
    help: 'Always 1; the label is the build that runs.',
    labelNames: ['version'],
  }).set({ version: build }, 1);
}

type About<Kind> = Omit<Kind, 'name' | 'registers'>;

function gauge<Label extends string = never>(
  registry: Registry,
  name: string,
  about: About<ConstructorParameters<typeof Gauge<Label>>[0]>,
): Gauge<Label> {
  return new Gauge({ name, registers: [registry], ...about });
}

function counter<Label extends string = never>(
  registry: Registry,
  name: string,
  about: About<ConstructorParameters<typeof Counter<Label>>[0]>,
): Counter<Label> {
  return new Counter({ name, registers: [registry], ...about });
}
