import { redirect, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from 'react-router';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { statusOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { soon } from '#web/api/soon.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { addReview } from './add-review.ts';
import { ReviewForm } from './review-form.tsx';

export const meta = () => privateMeta(texts.addReview);

export async function clientLoader({ params, context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  return soon({ order: orderToReview(params['id'] ?? '', email) }, 50);
}

/** The order when it is this account's own and may be reviewed. */
async function orderToReview(id: string, email: string): Promise<Order | undefined> {
  const order = await call('getOrder', { params: { id } }).catch((error: unknown) => {
    if (statusOf(error) === 404) return undefined;
    throw error;
  });
  const own = order !== undefined && 'email' in order && order.email === email ? order : undefined;
  return own && orderCan.review(own) ? own : undefined;
}

/** After success the list of paid orders comes back (Spec §2). */
export async function clientAction({ request, params, context }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const text = (field: string) => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const order = await orderToReview(params['id'] ?? '', context.get(sessionContext).email).catch(() => undefined);
  if (order === undefined)
    return { kind: 'failed', sentence: 'Your review was not stored. The order is not available right now.' } as const;
  const outcome = await addReview(order, { rating: text('rating'), message: text('message') });
  return outcome.kind === 'added' ? redirect(paths.addAReview) : outcome;
}

/** A review of a part that one bought (Spec §2: Review form). */
export default function ReviewFormPage() {
  const { order } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded data={order} failed={<Failed>This order is not available right now.</Failed>}>
      {(found) =>
        found ? (
          <>
            <PageTitle className="[overflow-wrap:anywhere]">{texts.addReviewFor + found.productName}</PageTitle>
            <Panel className="mt-6 max-w-3xl p-4 sm:p-6">
              <ReviewForm key={found._id} order={found} />
            </Panel>
          </>
        ) : (
          <>
            <PageTitle className="mb-6">{texts.addAReview}</PageTitle>
            <Empty action={<ButtonLink to={paths.addAReview}>Choose another order</ButtonLink>}>
              This order is not one of yours, or it is not paid.
            </Empty>
          </>
        )
      }
    </WhenLoaded>
  );
}
