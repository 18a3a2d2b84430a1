import { useState } from 'react';
import {
  data,
  useLoaderData,
  type ClientActionFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { previewOf } from '#contract/part-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { statusOf } from '#web/api/api-error.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { pageMeta } from '#web/meta.ts';
import { requireSession } from '#web/session/require-session.ts';
import { PartPicture } from './part-picture.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { OrderPanel } from '#web/orders/order-panel.tsx';
import { submitOrder } from '#web/orders/submit-order.ts';
import { PartAbout, PartFigures } from './part-facts.tsx';

const load = async ({ api, params }: LoadArgs): Promise<PartDetail> =>
  api.call('getPart', { params: { id: params['id'] ?? '' } }).catch((error: unknown) => {
    // A part that is gone is the 404 page, with its status.
    throw statusOf(error) === 404 ? data(null, { status: 404 }) : error;
  });

/** Coming from a page of the shop, guests are sent to sign in before anything shows; the server's page does it once it is awake. */
export const clientMiddleware = [requireSession];

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  return submitOrder(params['id'] ?? '', await request.formData());
}

/** An order does not load the page again: a failure of that would take the typed form away. */
export const shouldRevalidate = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionResult === undefined && defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.name, previewOf(loaderData.description)) : [];

/** One part and the form to order it (Spec §2: Purchase page). */
export default function PurchasePage() {
  const loaded = useLoaderData<typeof loader>();
  const [changed, setChanged] = useState<{
    readonly since: PartDetail;
    readonly part: PartDetail;
  }>();
  const part = changed?.since === loaded ? changed.part : loaded;
  return (
    <div className="max-w-page mx-auto grid grid-cols-1 gap-x-12 gap-y-8 px-4 pt-6 md:px-6 md:pt-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <PartPicture
        image={part.image}
        eager
        className="rounded-box border-base-300 overflow-hidden border"
      />
      <div className="lg:row-span-2">
        <p className="quiet figures text-sm">
          {[part.brand, part.partNumber].filter(Boolean).join(' · ')}
        </p>
        <PageTitle className="mt-1">{part.name}</PageTitle>
        <PartFigures part={part} />
        <Panel className="mt-6 p-4 sm:p-6">
          <OrderPanel
            part={part}
            onPartChanged={(now) => setChanged({ since: loaded, part: now })}
          />
        </Panel>
      </div>
      <div>
        <PartAbout part={part} />
      </div>
    </div>
  );
}
