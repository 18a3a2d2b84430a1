import { Suspense } from 'react';
import { formatDollars } from '#contract/money.ts';
import { orderTotal } from '#contract/order-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { PriceBreaks } from '#web/orders/price-breaks.tsx';
import { AddToList } from '#web/order-list/add-to-list.tsx';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { late } from '#web/ui/late.ts';
import { BackInStock } from './late-back-in-stock.ts';
import { quantitiesInWords } from './quantities.ts';

const BoughtLine = late(
  async () => (await import('#web/bought-before/bought-line.tsx')).BoughtLine,
);

/** What the smallest order costs, which quantities there are, and the way to order. */
export function OrderWay({ part }: { part: PartDetail }) {
  const quantities = quantitiesInWords(part);
  const email = useSession()?.email;
  return (
    <div className="mt-4">
      <p className="figures text-lg font-semibold">{smallestOrder(part)}</p>
      <p className="quiet figures mt-1 text-[0.9375rem]">
        {quantities ?? 'There are fewer pieces than the smallest order now.'}
      </p>
      <PriceBreaks part={part} className="mt-4" />
      {part.inStock < part.orderQuantity && <BackInStock part={part} className="mt-4" />}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 max-lg:hidden">
        <PurchaseLink part={part} className="min-h-13 px-8 text-base" />
        <AddToList part={part} className="min-h-13 px-6 text-base">
          Add to list
        </AddToList>
        {quantities !== undefined && (
          <p className="quiet text-sm">Address and quantity come next.</p>
        )}
      </div>
      {email !== undefined && (
        <Suspense>
          <BoughtLine partId={part._id} email={email} className="mt-4" />
        </Suspense>
      )}
    </div>
  );
}

/** The way to order at the lower edge of a small window, wherever the page is. */
export function OrderDock({ part }: { part: PartDetail }) {
  return (
    <div className="order-dock bg-base-100 border-base-300 sticky bottom-0 z-20 mt-10 border-t lg:hidden">
      <div className="page-column flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
        <p className="figures min-w-0 leading-tight">
          <span className="block text-lg font-semibold">{formatDollars(part.price)}</span>
          <span className="quiet block text-sm">from {part.orderQuantity}</span>
        </p>
        <PurchaseLink part={part} className="min-h-12 flex-1 text-base" />
        <AddToList part={part} className="min-h-12 px-3.5" />
      </div>
    </div>
  );
}

function PurchaseLink({ part, className }: { part: PartDetail; className: string }) {
  const short = part.inStock < part.orderQuantity;
  return (
    <ButtonLink
      to={paths.purchase(part._id)}
      look={short ? 'plain' : 'signal'}
      className={className}
    >
      {texts.purchaseNow}
    </ButtonLink>
  );
}

function smallestOrder({ price, orderQuantity }: PartDetail): string {
  const pieces = orderQuantity === 1 ? '1 piece' : `${orderQuantity} pieces`;
  return `${pieces}: ${formatDollars(orderTotal(price, orderQuantity))}`;
}
