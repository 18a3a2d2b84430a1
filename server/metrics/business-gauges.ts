import { Gauge, Registry } from '@prometheus-io/client';
import { mostCounted, type BusinessFigures } from './business-figures.ts';

/** The gauges of what waits in the shop. A registry of their own: while the database is away they are not there at all. */
interface BusinessGauges {
  set(figures: BusinessFigures, now: Date): void;
  text(): Promise<string>;
}

const capped = `Counted up to ${mostCounted}.`;
const age = 'Age of the oldest in seconds, 0 if there is none:';

function gaugesOf(registry: Registry) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Gauge({ name: `underhood_${name}`, help, labelNames, registers: [registry] });

  return {
    orders: gauge('orders', `Orders by the states in which somebody waits. ${capped}`, 'state'),
    ordersAge: gauge('orders_oldest_seconds', `${age} orders by state.`, 'state'),
    payments: gauge('payments_open', `Payments that were begun and not finished. ${capped}`),
    paymentsAge: gauge('payments_open_oldest_seconds', `${age} payments not finished.`),
    refunds: gauge(
      'refunds_due',
      `Refunds that are still to be made, by who wants them. ${capped}`,
      'by',
    ),
    refundsAge: gauge('refunds_due_oldest_seconds', `${age} refunds still to be made.`, 'by'),
    mails: gauge('mails_waiting', `Mails that are still to be sent. ${capped}`),
    mailsAge: gauge('mails_waiting_oldest_seconds', `${age} mails still to be sent.`),
    givenUp: gauge('mails_given_up', 'Mails of the last thirty days that were given up.'),
    unbooked: gauge(
      'unbooked_payments_waiting',
      `Payments without an order here that wait for an admin. ${capped}`,
    ),
    migration: gauge(
      'migration_info',
      'Always 1; the label is the newest applied migration.',
      'name',
    ),
  };
}

export function businessGauges(): BusinessGauges {
  const registry = new Registry();
  const gauges = gaugesOf(registry);

  return {
    set(figures, now) {
      const since = (time: Date | null) =>
        time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1000);
      for (const state of ['unpaid', 'cancelling', 'paid'] as const) {
        gauges.orders.set({ state }, figures[state]);
        gauges.ordersAge.set({ state }, since(figures[`${state}_since`]));
      }
      for (const by of ['shop', 'admin'] as const) {
        gauges.refunds.set({ by }, figures[`${by}_refunds`]);
        gauges.refundsAge.set({ by }, since(figures[`${by}_refunds_since`]));
      }
      gauges.payments.set(figures.open_payments);
      gauges.paymentsAge.set(since(figures.open_payments_since));
      gauges.mails.set(figures.mails);
      gauges.mailsAge.set(since(figures.mails_since));
      gauges.givenUp.set(figures.mails_given_up);
      gauges.unbooked.set(figures.unbooked);
      gauges.migration.reset();
      if (figures.migration !== null) gauges.migration.set({ name: figures.migration }, 1);
    },
    text: () => registry.metrics(),
  };
}
