import { formatDollars } from '#contract/money.ts';
import type { ListedBatch } from '#contract/my-orders.ts';
import { orderNumber, type OrderReader } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { ToggleLines } from '#web/ui/toggle-lines.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';
import { HeldInShort } from './held-until.tsx';
import { Link } from '#web/ui/link.tsx';

/** A list in its row, with the button that opens it. */
export function ListedList(props: { list: ListedBatch; isOpen: boolean; onToggle: () => void }) {
  const { list, isOpen } = props;
  const all = list.lines - list.states.cancelled;
  return (
    <div className="flex min-w-0 items-start gap-3 text-start">
      <ToggleLines
        label={`Lines of list ${list.number}`}
        isOpen={isOpen}
        onToggle={props.onToggle}
      />
      <div className="figures min-w-0">
        <Link to={paths.batch(list._id)} className="font-semibold hover:underline">
          {`List of ${list.lines} ${list.lines === 1 ? 'part' : 'parts'}`}
        </Link>
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
          <span className="unbroken">{list.number}</span>
          {list.poNumber !== '' && (
            <span className="quiet [overflow-wrap:anywhere]">{`PO ${list.poNumber}`}</span>
          )}
        </p>
        <p className="quiet text-sm">{`Ordered ${momentOf(list.createdAt, 'day')}`}</p>
        {list.listed !== all && (
          <p className="text-sm font-semibold">{`${list.listed} of its ${list.lines} lines fit`}</p>
        )}
        {list.heldUntil !== null && (
          <p className="quiet text-sm">
            <HeldInShort until={list.heldUntil} />
          </p>
        )}
      </div>
    </div>
  );
}

const standings = [
  ['unpaid', 'Unpaid', 'waiting'],
  ['pending', texts.pending, 'neutral'],
  ['shipped', 'Shipped', 'good'],
  ['refunded', 'Refunded', 'bad'],
  ['cancelled', 'Cancelled', 'bad'],
] as const satisfies readonly (readonly [keyof ListedBatch['states'], string, Tone])[];

/** How the lines of a list stand: one word when it is the same for all, else how many are how. */
export function ListBadges({
  list,
  reader = 'customer',
}: {
  list: Pick<ListedBatch, 'states' | 'lines'>;
  reader?: OrderReader;
}) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {standings.map(([state, own, tone]) => {
        const lines = list.states[state];
        if (lines === 0) return null;
        const word = state === 'shipped' && reader === 'admin' ? texts.completed : own;
        return (
          <Badge key={state} tone={tone}>
            {lines === list.lines ? word : `${lines} ${word}`}
          </Badge>
        );
      })}
    </span>
  );
}

type Line = Order & { readonly partNumber: string | null };

/** A line of a list in its row; `inset`: below the list's own, `isOwn`: of whoever reads it. */
export function ListedLine(props: { line: Line; isOwn: boolean; inset?: boolean }) {
  const { line, isOwn, inset = false } = props;
  return (
    <div className={`flex min-w-0 items-start gap-3 text-start ${inset ? 'md:ps-15' : ''}`}>
      <RowPicture image={line.image} size="size-9" />
      <div className="figures min-w-0">
        <Link
          to={paths.purchase(line.productId)}
          className="[overflow-wrap:anywhere] hover:underline"
        >
          {line.productName}
        </Link>
        {isOwn && <FitLine partId={line.productId} />}
        <p className="flex flex-wrap items-center gap-x-2 text-sm [overflow-wrap:anywhere]">
          <span className="quiet">
            {[line.partNumber, `${formatDollars(line.price)} each`].filter(Boolean).join(' · ')}
          </span>
          <Link to={paths.order(line._id)} className="link inline-flex min-h-6 items-center">
            <span className="sr-only">Order </span>
            {orderNumber(line._id)}
          </Link>
        </p>
      </div>
    </div>
  );
}
