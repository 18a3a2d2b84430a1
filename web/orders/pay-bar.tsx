import { dollarsOf, formatDollars, maxChargeCents, mostPaidTogether } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { mostChosen, type ChosenOrders } from './chosen-orders.ts';

/** What the chosen orders come to, and the way to pay them together. */
export function PayBar(props: { chosen: ChosenOrders['chosen']; onClear: () => void }) {
  const { chosen, onClear } = props;
  if (chosen.length === 0) return null;
  const sum = (of: 'cents' | 'orders') => chosen.reduce((all, one) => all + one[of], 0);
  const [cents, orders] = [sum('cents'), sum('orders')];
  const total = formatDollars(dollarsOf(cents));
  const isOne = cents <= maxChargeCents && orders <= mostPaidTogether;
  const idsOf = (kind: 'order' | 'batch') =>
    chosen.filter((one) => one.kind === kind).map(({ id }) => id);
  return (
    <div
      role="region"
      aria-label="Chosen orders"
      className="rounded-box border-base-300 bg-base-100 figures sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border px-4 py-3 shadow-lg"
    >
      <p className="grow basis-48">
        <strong className="font-semibold">{`${chosen.length} selected: ${total}`}</strong>
        <span className="quiet text-sm max-sm:block sm:ms-3">
          {isOne ? 'one payment' : 'more than one payment, because of what a card can be charged'}
          {orders > chosen.length && ` for ${orders} orders`}
        </span>
        {idsOf('order').length >= mostChosen && (
          <span className="quiet block text-sm">
            {`That is as many as can be selected one by one. A list as a whole counts once.`}
          </span>
        )}
      </p>
      <Button look="quiet" small onClick={onClear}>
        Clear
      </Button>
      <ButtonLink
        look="signal"
        to={paths.payTogether({ orders: idsOf('order'), batches: idsOf('batch') })}
      >
        {`${texts.pay} ${total}`}
      </ButtonLink>
    </div>
  );
}
