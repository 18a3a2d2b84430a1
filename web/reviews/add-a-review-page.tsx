import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { loadOwnOrders, OwnOrders } from '#web/orders/own-orders.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { firstRowOf } from '#web/ui/paging.tsx';
import { Empty } from '#web/ui/states.tsx';
import { PaidOrders } from './paid-orders.tsx';

export const meta = () => privateMeta(texts.addAReview);

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadOwnOrders(args, { paid: 'true' });

/** The list of paid orders, which can be reviewed (Spec §2: Add A Review list). */
export default function AddAReviewPage() {
  const { orders } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <>
      <PageTitle>{texts.addAReview}</PageTitle>
      <OwnOrders
        orders={orders}
        none={
          <Empty action={<ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>}>
            You can review a part once its order is paid. There is none yet.
          </Empty>
        }
        noMore="There are no further paid orders."
      >
        {(rows) => <PaidOrders orders={rows} from={firstRowOf(search)} />}
      </OwnOrders>
    </>
  );
}
