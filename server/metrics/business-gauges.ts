import { Gauge, Registry } from '@prometheus-io/client';
import { mostCounted, type BusinessFigure } from './business-figures.ts';

/** The gauges of what waits in the shop. A registry of their own: while the database is away they are not there at all. */
interface BusinessGauges {
  set(figures: readonly BusinessFigure[], now: Date): void;
  text(): Promise<string>;
}

/** A figure on its gauges; the age is that of the oldest, in seconds. */
type Show = (figure: BusinessFigure, age: number) => void;

const capped = `Counted up to ${mostCounted}.`;

export function businessGauges(): BusinessGauges {
  const registry = new Registry();
  const show = shownOn(registry);
  return {
    set(figures, now) {
      for (const figure of figures) {
        const { kind, since } = figure;
        const age = since === null ? 0 : Math.max(0, now.getTime() - since.getTime());
        show[kind](figure, age / 1000);
      }
    },
    text: () => registry.metrics(),
  };
}

function shownOn(registry: Registry): Record<BusinessFigure['kind'], Show> {
  const orders = counted(registry, {
    what: ['orders', 'Orders by the states in which somebody waits.'],
    oldest: ['orders_oldest_seconds', 'orders by state.'],
    label: 'state',
  });
  const payments = counted(registry, {
    what: ['payments_open', 'Payments that were begun and not finished.'],
    oldest: ['payments_open_oldest_seconds', 'payments not finished.'],
  });
  const refunds = counted(registry, {
    what: ['refunds_due', 'Refunds that are still to be made, by who wants them.'],
    oldest: ['refunds_due_oldest_seconds', 'refunds still to be made.'],
    label: 'by',
  });
  const mails = counted(registry, {
    what: ['mails_waiting', 'Mails that are still to be sent.'],
    oldest: ['mails_waiting_oldest_seconds', 'mails still to be sent.'],
  });
  const givenUp = counted(registry, {
    what: ['mails_given_up', 'Mails of the last thirty days that were given up.'],
  });
  const unbooked = counted(registry, {
    what: ['unbooked_payments_waiting', 'Payments without an order here that wait for an admin.'],
  });
  const migration = new Gauge({
    name: 'underhood_migration_info',
    help: 'Always 1; the label is the newest applied migration.',
    labelNames: ['name'],
    registers: [registry],
  });
  return {
    unpaid: orders('unpaid'),
    cancelling: orders('cancelling'),
    paid: orders('paid'),
    open_payments: payments(),
    shop_refunds: refunds('shop'),
    admin_refunds: refunds('admin'),
    mails: mails(),
    mails_given_up: givenUp(),
    unbooked: unbooked(),
    migration({ name }) {
      migration.reset();
      migration.set({ name: name ?? '' }, 1);
    },
  };
}

/** Names and help texts of a gauge of how many, and of one of the oldest's age. */
interface Counted {
  readonly what: readonly [name: string, help: string];
  readonly oldest?: readonly [name: string, help: string];
  readonly label?: string;
}

/** What shows a figure on its two gauges, under this value of their label if they have one. */
function counted(registry: Registry, { what, oldest, label }: Counted): (value?: string) => Show {
  const gauge = ([name, help]: readonly [string, string]) =>
    new Gauge({
      name: `underhood_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
    });
  const count = gauge([what[0], `${what[1]} ${capped}`]);
  const ages =
    oldest && gauge([oldest[0], `Age of the oldest in seconds, 0 if there is none: ${oldest[1]}`]);
  return (value) => {
    const labels = label === undefined ? {} : { [label]: value ?? '' };
    return ({ n }, age) => {
      count.set(labels, n);
      ages?.set(labels, age);
    };
  };
}
