import type { OrderInFull } from '#contract/orders.ts';
import type { Shipment } from '#contract/shipments.ts';
import { momentOf } from '#web/ui/moment.ts';
import { Panel } from '#web/ui/page.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What left the shop of an order, and how to follow it; nothing before the first shipment. */
export function Shipments({ order }: { order: OrderInFull }) {
  const { quantity, shippedQuantity, refundedQuantity, shipments } = order;
  if (shipments.length === 0) return null;
  const shipped = `${shippedQuantity} of ${quantity} pieces`;
  return (
    <Panel className="p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-lg font-semibold">Shipments</h2>
        <p className="quiet figures text-sm">
          {refundedQuantity === 0 ? shipped : `${shipped}, ${refundedQuantity} refunded`}
        </p>
      </div>
      <progress
        aria-label={`${shipped} shipped`}
        value={shippedQuantity}
        max={quantity}
        className="progress mt-3"
      />
      <ol className="mt-4 grid gap-4">
        {shipments.map((shipment) => (
          <li key={shipment.number}>
            <p className="figures font-semibold">
              {`Shipment ${shipment.number}: ${inPieces(shipment.quantity)}`}
            </p>
            <p className="quiet figures text-sm [overflow-wrap:anywhere]">
              <Tracking shipment={shipment} />
              {'left '}
              <time dateTime={shipment.shippedAt}>{momentOf(shipment.shippedAt)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Carrier and number, and the carrier's page of it. */
function Tracking({ shipment: { carrier, trackingNumber, trackingLink } }: { shipment: Shipment }) {
  const number = trackingNumber ?? 'Track it';
  return (
    <>
      {carrier !== null && `${carrier}, `}
      {trackingLink !== null ? (
        <>
          <a
            href={trackingLink}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link inline-flex min-h-6 items-center"
          >
            {number}
          </a>
          {', '}
        </>
      ) : (
        trackingNumber !== null && `${trackingNumber}, `
      )}
    </>
  );
}
