import {
  Link,
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { formatDollars } from '#contract/money.ts';
import { AllOrdersQuery, type Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { call, page } from '#web/api/call.ts';
import { bulkFields, idsIn, takeBulkStep } from '#web/admin/list/bulk-step.ts';
import { BulkResults, ConfirmBulk } from '#web/admin/list/bulk-table.tsx';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { sortChoice, type Choice } from '#web/admin/list/list-form.tsx';
import { useLatestNote } from '#web/ui/latest-note.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { unlessForbidden, useStep, type Step } from '#web/ui/use-step.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { wantedIn } from '#web/admin/list/list-query.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { cancelOrder } from '#web/orders/cancel-order.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { approvalOf, ApprovalResults, ApproveBatch, approveBatch } from './approve-batch.tsx';
import { AllOrdersTable, type AskedOrder } from './all-orders-table.tsx';
import { ConfirmRelease, ReleaseListed } from './release-listed.tsx';
import { releaseOrders } from './release-orders.ts';
import { shipping } from './shipping.ts';
import { ShipDialog } from '#web/orders/ship-dialog.tsx';
import { shipOrder, typedShipment } from '#web/orders/ship-order.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';

const choices: readonly Choice[] = [
  {
    name: 'state',
    label: 'Status',
    usual: 'All',
    options: {
      unpaid: 'Unpaid',
      pending: texts.pending,
      shipped: texts.completed,
      refunded: 'Refunded',
      'never-paid': 'Never paid',
      disputed: 'Disputed',
      'refund-failed': 'Refund failed',
    },
  },
  sortChoice({
    oldest: 'Oldest first',
    '-total': 'Highest total',
    total: 'Lowest total',
    customer: 'Customer',
    '-customer': 'Customer, from Z',
    product: 'Product',
    '-product': 'Product, from Z',
    '-quantity': 'Most pieces',
    quantity: 'Fewest pieces',
    status: 'Status',
    '-status': 'Status, done first',
  }),
];
const words = {
  row: 'order',
  rows: 'orders',
  none: 'No orders have been placed yet.',
};

export const meta = () => privateMeta(texts.manageOrders);

const listed = listLoader(
  AllOrdersQuery,
  (query) => page('listAllOrders', { query }),
  (query) => call('countAllOrders', { query }),
);

/** The orders, and the list whose lines they are, when the address names one. */
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { batch: id } = wantedIn(AllOrdersQuery, args.request.url);
  const found =
    id === undefined ? undefined : call('getBatch', { params: { id } }).catch(() => undefined);
  const loaded = await listed(args);
  return { ...loaded, batch: await found };
}

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<StepOutcome> {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'release':
      return releaseOrders(idsIn(form));
    case 'ship-list':
      return approveBatch(String(form.get('batchId')), form);
    case 'ship-many':
      return takeBulkStep('shipOrders', form, 'Nothing was shipped.');
    case 'ship':
      return shipOrder(String(form.get('orderId')), typedShipment(form), {
        idempotencyKey: String(form.get('key')),
        before: Number(form.get('before')),
      });
    case 'cancel':
      return cancelOrder(String(form.get('orderId')));
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

/** Everybody's orders: shipped when they are paid, cancelled when they are not (Spec §2: Manage Orders). */
export default function ManageOrdersPage() {
  const step = useStep<AskedOrder>(({ order, shipment, ...asked }) => ({
    step: asked.step,
    orderId: order._id,
    ...shipment,
  }));
  const release = useStep<readonly Order[]>(bulkFields('release'));
  const many = useStep<readonly Order[]>(bulkFields('ship-many', shipping.can));
  const loaded = useLoaderData<typeof clientLoader>();
  const approving = useStep<readonly Order[]>(approvalOf(loaded.batch?._id ?? ''));
  const note = useLatestNote(step, release, many, approving);
  const canRelease = new URLSearchParams(useLocation().search).get('state') === 'never-paid';
  const toShip = step.asked?.step === 'ship' ? step.asked.order : undefined;
  const toCancel = step.asked?.step === 'cancel' ? step.asked.order : undefined;
  return (
    <>
      <AdminList
        title={texts.manageOrders}
        words={words}
        loaded={loaded}
        form={{
          searchLabel: 'Product, customer, order, list, PO number',
          choices,
          kept: ['customer', 'batch'],
        }}
        file="exportOrders"
        ways={
          <ButtonLink small to={`${paths.manageOrders}/lists`}>
            Lists
          </ButtonLink>
        }
        intro={
          <p className="quiet -mt-2 mb-4 text-sm">
            {`'${texts.approve}' means that it is shipped: you then read '${texts.completed}', its customer 'Shipped'.`}
          </p>
        }
        above={
          <>
            <OfCustomer />
            {loaded.batch && <OfBatch batch={loaded.batch} step={approving} />}
            <BulkResults bulk={shipping} step={many} />
          </>
        }
        keyOf={({ _id }) => _id}
        note={note}
      >
        {(rows) => (
          <>
            {canRelease && <ReleaseListed orders={rows} step={release} />}
            <AllOrdersTable rows={rows} note={note} onAsk={step.ask} step={many} />
          </>
        )}
      </AdminList>
      <ConfirmRelease step={release} />
      <ConfirmBulk bulk={shipping} step={many} />
      <ShipDialog
        order={toShip}
        pending={step.pending}
        onYes={(shipment) => toShip && step.take({ step: 'ship', order: toShip, shipment })}
        onNo={step.no}
      />
      <Confirm
        open={toCancel !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        about={toCancel && aboutOf(toCancel)}
        pending={step.pending}
        onYes={step.yes}
        onNo={step.no}
      />
    </>
  );
}

/** Whose orders these are, when somebody came from an account, and the way back to everybody's. */
function OfCustomer() {
  const { pathname, search } = useLocation();
  const customer = new URLSearchParams(search).get('customer');
  if (customer === null) return null;
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4">
      <span>
        {'Orders of '}
        <strong className="font-semibold [overflow-wrap:anywhere]">{customer}</strong>
      </span>
      <Link to={pathname} className="link inline-flex min-h-6 items-center">
        Show everybody’s
      </Link>
    </p>
  );
}

/** Which list these lines are of, the way to approve all of them at once, and the way back to everybody's. */
function OfBatch({ batch, step }: { batch: Batch; step: Step<readonly Order[]> }) {
  const { pathname } = useLocation();
  const { _id, number, poNumber, orders } = batch;
  const [first] = orders;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="figures min-w-0">
          {'Lines of '}
          <Link
            to={paths.batch(_id)}
            className="link inline-flex min-h-6 items-center font-semibold"
          >
            {`list ${number}`}
          </Link>
          <span className="[overflow-wrap:anywhere]">
            {first && ` of ${first.name || first.email}`}
            {poNumber !== '' && `, PO ${poNumber}`}
          </span>
        </p>
        <Link to={pathname} className="link inline-flex min-h-6 items-center">
          Show everybody’s
        </Link>
        <span className="ms-auto">
          <ApproveBatch batch={batch} step={step} />
        </span>
      </div>
      <ApprovalResults step={step} />
    </>
  );
}

function aboutOf(order: Order): string {
  const { total, name, email } = order;
  return `${shipping.nameOf(order)} for ${formatDollars(total)}, ${name || email}`;
}
