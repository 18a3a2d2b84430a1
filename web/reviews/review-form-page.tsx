import type { ReactNode } from 'react';
import {
  redirect,
  useLoaderData,
  useParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import { orderCan } from '#contract/order-rules.ts';
import type { OrderHistory } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { addReview, typedReview } from './add-review.ts';
import { ReviewForm } from './review-form.tsx';

export const meta = () => privateMeta(texts.addReview);

export async function clientLoader({ params, context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  return defer({ order: orderToReview(params['id'] ?? '', email) }, 50);
}

/** The order with its earlier review, if it is the account's own and may be reviewed. */
async function orderToReview(id: string, email: string): Promise<OrderHistory | undefined> {
  const found = await call('getOrderHistory', { params: { id } }).catch(noneIfMissing);
  return found && found.order.email === email && orderCan.review(found.order) ? found : undefined;
}

/** Returns to the list of paid orders after success (Spec §2). */
export async function clientAction({ request, params, context }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const found = await orderToReview(params['id'] ?? '', context.get(sessionContext).email).catch(
    () => undefined,
  );
  if (found === undefined)
    return {
      kind: 'failed',
      sentence: 'Your review was not stored. The order is not available right now.',
    } as const;
  const outcome = await addReview(found.order, typedReview(form));
  return outcome.kind === 'added' ? redirect(paths.addAReview) : outcome;
}

/** The page of the review form (Spec §2: Review form). */
export default function ReviewFormPage() {
  const { order } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <WhenLoaded
      key={id}
      data={order}
      failed={
        <NoForm>
          <Failed>This order is not available right now.</Failed>
        </NoForm>
      }
    >
      {(found) =>
        found ? (
          <>
            <PageTitle className="[overflow-wrap:anywhere]">
              {/* No line break before the dash. */}
              <span className="inline-block">{texts.addReviewFor.trimEnd()}</span>{' '}
              {found.order.productName}
            </PageTitle>
            <Panel className="mt-6 max-w-3xl p-4 sm:p-6">
              <ReviewForm key={found.order._id} order={found.order} earlier={found.review} />
            </Panel>
          </>
        ) : (
          <NoForm>
            <Empty action={<ButtonLink to={paths.addAReview}>Choose another order</ButtonLink>}>
              This order is not one of yours, it is not paid, or all of it was refunded.
            </Empty>
          </NoForm>
        )
      }
    </WhenLoaded>
  );
}

function NoForm({ children }: { children: ReactNode }) {
  return (
    <>
      <PageTitle className="mb-6">{texts.addAReview}</PageTitle>
      {children}
    </>
  );
}
