import {
  useLoaderData,
  useLocation,
  useParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import * as z from 'zod/mini';
import { SeenFacts, type ManagedPart, type PartToEdit } from '#contract/parts.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { call, page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { ManagedReviews } from '#web/admin/reviews/managed-reviews.tsx';
import { takeReviewStep, typedReviewStep } from '#web/admin/reviews/take-review-step.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { pageLength } from '#web/admin/list/page-length.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { EditPartForm } from './edit-part-form.tsx';
import { adjustStock, typedAdjustment } from './adjust-stock.ts';
import { saveFacts } from './edit-part.ts';
import { typedPart } from './part-form.ts';
import { restorePart } from './part-steps.ts';
import { StockForm } from './stock-form.tsx';
import { StockLedger } from './stock-ledger.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';

const title = 'Edit product';

export const meta = () => privateMeta(title);

export async function clientLoader({ request, params, context }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  const asked = new URL(request.url).searchParams;
  const query = pageAt(asked.get('cursor'));
  return defer(
    {
      part: requireAdmin(context, () => call('getManagedPart', { params: { id } })).catch(
        noneIfMissing,
      ),
      changes: requireAdmin(context, () =>
        page('listStockChanges', { params: { id }, query }),
      ).catch(noneIfMissing),
      reviews: requireAdmin(context, () =>
        page('listManagedReviews', { params: { id }, query: pageAt(asked.get('reviews')) }),
      ),
    },
    50,
  );
}

const pageAt = (cursor: string | null) => ({
  limit: pageLength,
  ...(cursor !== null && { cursor }),
});

export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = params['id'] ?? '';
  switch (form.get('step')) {
    case 'restore':
      return restorePart(id);
    case 'stock':
      return adjustStock(id, typedAdjustment(form), typedText(form, 'key'));
    case 'review':
      return takeReviewStep(typedText(form, 'review'), typedReviewStep(form));
    case 'facts':
      return saveFacts(
        id,
        z.parse(SeenFacts, JSON.parse(typedText(form, 'seen'))),
        typedPart(form),
        typedText(form, 'key'),
      );
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

/** One part: its facts, its picture, its stock and how that came about. */
export default function EditProductPage() {
  const { part } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <WhenLoaded key={id} data={part} failed={<NoAnswer />}>
      {(found) => (found ? <EditProduct key={found._id} part={found} /> : <NoProduct />)}
    </WhenLoaded>
  );
}

function NoAnswer() {
  return (
    <>
      <PageTitle className="mb-6">{title}</PageTitle>
      <Failed>This product is not available right now.</Failed>
    </>
  );
}

function NoProduct() {
  return (
    <>
      <PageTitle className="mb-6">{title}</PageTitle>
      <Empty action={<ButtonLink to={paths.manageProducts}>Show all products</ButtonLink>}>
        There is no such product.
      </Empty>
    </>
  );
}

function EditProduct({ part }: { readonly part: PartToEdit }) {
  return (
    <>
      <PageTitle className="[overflow-wrap:anywhere]">{part.name}</PageTitle>
      {part.archived ? (
        <Deleted part={part} />
      ) : (
        <p className="mt-3">
          <ButtonLink small to={paths.purchase(part._id)}>
            See it in the shop
          </ButtonLink>
        </p>
      )}
      <Panel className="mt-6 p-4 sm:p-6">
        <EditPartForm part={part} />
      </Panel>
      <h2 className="mt-10 mb-4 text-xl font-semibold">Stock</h2>
      <Panel className="p-4 sm:p-6">
        <StockForm part={part} />
      </Panel>
      <Ledger />
      <Reviews />
    </>
  );
}

function Deleted({ part }: { readonly part: ManagedPart }) {
  const restoration = useStep<string>((id) => ({ step: 'restore', id }));
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-4">
        <p>This product is deleted: nobody finds it in the shop.</p>
        <Button disabled={restoration.pending} onClick={() => restoration.take(part._id)}>
          Restore
        </Button>
      </div>
      <StepNoteLine note={restoration.note} rowId={part._id} />
    </div>
  );
}

function Reviews() {
  const { reviews } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <section aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="scroll-mt-24 mt-10 mb-4 text-xl font-semibold">
        Reviews
      </h2>
      <WhenLoaded
        key={new URLSearchParams(search).get('reviews')}
        data={reviews}
        failed={<Failed>The reviews are not available right now.</Failed>}
      >
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <Empty>Nobody has reviewed this product yet.</Empty>
            ) : (
              <Panel className="p-4 sm:p-6">
                <ManagedReviews reviews={rows} />
              </Panel>
            )}
            <Paging
              label="Pages of the reviews"
              rows={rows.length}
              next={next}
              cursor="reviews"
              at="reviews-title"
            />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

function Ledger() {
  const { changes } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <section aria-labelledby="ledger-title">
      <h3 id="ledger-title" className="scroll-mt-24 mt-8 mb-4 text-base font-semibold">
        Ledger
      </h3>
      <WhenLoaded
        key={new URLSearchParams(search).get('cursor')}
        data={changes}
        failed={<Failed>The ledger is not available right now.</Failed>}
      >
        {(found) => (
          <>
            {found === undefined || found.rows.length === 0 ? (
              <Empty>The stock has never changed.</Empty>
            ) : (
              <StockLedger changes={found.rows} />
            )}
            <Paging
              label="Pages of the ledger"
              rows={found?.rows.length ?? 0}
              next={found?.next}
              at="ledger-title"
            />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}
