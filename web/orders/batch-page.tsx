import {
  useLoaderData,
  useParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { Batch, BatchEvent } from '#contract/batches.ts';
import type { DocumentLink } from '#contract/documents.ts';
import { formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import {
  approvalOf,
  ApprovalResults,
  ApproveBatch,
  approveBatch,
} from '#web/admin/orders/approve-batch.tsx';
import { hasAdminPower } from '#web/admin/require-admin.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { defer, type Deferred } from '#web/api/defer.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { DocumentLinks } from '#web/documents/document-links.tsx';
import { privateMeta } from '#web/meta.ts';
import { BatchAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { SaveOrdered } from '#web/saved-lists/save-ordered.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { BatchFacts, BatchSums } from './batch-facts.tsx';
import { BatchLines, canCancel, type BatchLine } from './batch-lines.tsx';
import { BatchTimeline } from './batch-timeline.tsx';
import { CancelList, cancelList, type UnpaidList } from './cancel-list.tsx';
import { cancelOrder } from './cancel-order.ts';
import { HeldUntil } from './held-until.tsx';
import '#web/ui/printed-page.css';

export const meta = () => privateMeta('List');

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const asked = { params: { id: params['id'] ?? '' } };
  const loading = Promise.all([call('getBatch', asked), call('getBatchHistory', asked)]);
  const documents = call('listBatchDocuments', asked);
  return defer({ found: loading.catch(noneIfMissing), documents }, 50);
}

/** The list is reloaded afterwards even if a step was refused, because the page was out of date. */
export async function clientAction({
  request,
  params,
}: ClientActionFunctionArgs): Promise<StepOutcome> {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'cancel':
      return cancelOrder(String(form.get('orderId')));
    case 'cancel-list':
      return cancelList(params['id'] ?? '');
    case 'ship-list':
      return approveBatch(params['id'] ?? '', form);
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

/** A list that was ordered at once: its lines, its sums and its story; for its customer and for admins, and for paper. */
export default function BatchPage() {
  const { found, documents } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <WhenLoaded key={id} data={found} failed={<NotLoaded />}>
      {(loaded) =>
        loaded ? <TheBatch batch={loaded[0]} {...loaded[1]} documents={documents} /> : <NoBatch />
      }
    </WhenLoaded>
  );
}

function NotLoaded() {
  return (
    <>
      <PageTitle className="mb-6">List</PageTitle>
      <Failed>This list is not available right now.</Failed>
    </>
  );
}

function NoBatch() {
  const { role } = useDashboardUser();
  return (
    <>
      <PageTitle className="mb-6">List</PageTitle>
      <Empty
        action={
          <ButtonLink to={role ? paths.manageOrders : paths.myOrders}>Show all orders</ButtonLink>
        }
      >
        There is no such list.
      </Empty>
    </>
  );
}

function TheBatch({
  batch,
  events,
  documents,
}: {
  batch: Batch;
  events: readonly BatchEvent[];
  documents: Deferred<readonly DocumentLink[]>;
}) {
  const user = useDashboardUser();
  const { number, orders, totals } = batch;
  const isOwn = orders[0]?.email === user.email;
  // Only admins see other customers' lists.
  const reader = isOwn ? 'customer' : 'admin';
  const cancelling = useStep<BatchLine>(({ _id }) => ({ step: 'cancel', orderId: _id }));
  const approving = useStep<readonly Order[]>(approvalOf(batch._id));
  const [held] = orders.flatMap(({ heldUntil }) => heldUntil ?? []).toSorted();
  return (
    <article className="printed-page">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <PageTitle className="figures">
            {'List '}
            <span className="unbroken">{number}</span>
          </PageTitle>
          <p className="quiet figures mt-1">
            {`${orders.length} ${orders.length === 1 ? 'part' : 'parts'}, ordered ${momentOf(batch.createdAt)}`}
          </p>
          {held !== undefined && (
            <p className="figures mt-1">
              <HeldUntil until={held} />
            </p>
          )}
        </div>
        <div className="no-print flex flex-wrap items-start gap-3">
          {isOwn && totals.open > 0 && (
            <ButtonLink look="signal" to={paths.payTogether({ batches: [batch._id] })}>
              {`${texts.pay} ${formatDollars(totals.open)}`}
            </ButtonLink>
          )}
          {hasAdminPower(user) && <ApproveBatch batch={batch} step={approving} />}
          <CancelList list={unpaidOf(batch)} />
          {isOwn && <BatchAgain batchId={batch._id} words="Order again" />}
          {isOwn && <SaveOrdered ordered={orders} />}
          <Button onClick={() => window.print()}>
            <Icon name="printer" className="size-4" />
            Print
          </Button>
        </div>
      </div>
      <div className="no-print">
        <ApprovalResults step={approving} />
        <p role="status" className="text-error font-semibold [&:not(:empty)]:mt-4">
          {approving.note?.sentence}
        </p>
      </div>
      <div className="mt-6">
        <BatchLines
          label={`Lines of list ${number}`}
          lines={orders}
          reader={reader}
          note={cancelling.note}
          onCancel={cancelling.ask}
        />
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <BatchSums totals={totals} />
          <BatchFacts batch={batch} />
        </div>
        <Panel className="p-5 sm:p-6">
          <h2 className="mb-4 text-lg font-semibold">What happened</h2>
          <BatchTimeline events={events} orders={orders} reader={reader} />
        </Panel>
      </div>
      <div className="no-print">
        <DocumentLinks documents={documents} />
      </div>
      <Confirm
        open={cancelling.asked !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        about={
          cancelling.asked && `${cancelling.asked.productName}, order ${cancelling.asked.number}`
        }
        pending={cancelling.pending}
        onYes={cancelling.yes}
        onNo={cancelling.no}
      />
    </article>
  );
}

function unpaidOf({ _id, number, orders, totals }: Batch): UnpaidList {
  return { _id, number, unpaid: orders.filter(canCancel).length, total: totals.open };
}
