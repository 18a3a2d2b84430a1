import { useState } from 'react';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { privateMeta } from '#web/meta.ts';
import { ForCustomers } from '#web/session/for-customers.tsx';
import { requireSession } from '#web/session/require-session.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { OrderPanel } from '#web/orders/order-panel.tsx';
import { submitOrder } from '#web/orders/submit-order.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { BackInStock } from './late-back-in-stock.ts';
import { loadPart } from './load-part.ts';
import { PartAbout, PartKnown } from './part-facts.tsx';
import { PartFrame } from './part-frame.tsx';
import { FittingVehicles } from './vehicle-search.tsx';

const load = ({ api, params }: LoadArgs) => loadPart(api, params['id'] ?? '');

/** Sends guests to the login on navigations in the browser; a page rendered on the server does it when its scripts run. */
export const clientMiddleware = [requireSession];

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  return submitOrder(params['id'] ?? '', await request.formData());
}

/** Not after an order: if reloading failed, the filled form would be lost. */
export const shouldRevalidate = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionResult === undefined && defaultShouldRevalidate;

/** Search engines list the part's own page instead. */
export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? privateMeta(loaderData.name) : [];

/** One part and the form to order it (Spec §2: Purchase page). */
export default function PurchasePage() {
  const loaded = useLoaderData<typeof loader>();
  const [changed, setChanged] = useState<{
    readonly since: PartDetail;
    readonly part: PartDetail;
  }>();
  const part = changed?.since === loaded ? changed.part : loaded;
  return (
    <ForCustomers withoutScripts={<LoginNeeded part={part} />}>
      <PartFrame part={part} about={<About part={part} />}>
        <Panel className="mt-6 p-4 sm:p-6">
          {part.inStock < part.orderQuantity && (
            <div className="mb-6">
              <p>There are fewer pieces than the smallest order now.</p>
              <BackInStock part={part} className="mt-3" />
            </div>
          )}
          <OrderPanel
            part={part}
            onPartChanged={(now) => setChanged({ since: loaded, part: now })}
          />
        </Panel>
      </PartFrame>
    </ForCustomers>
  );
}

function About({ part }: { part: PartDetail }) {
  return (
    <div className="flex flex-col gap-10">
      <PartAbout part={part} />
      <PartKnown part={part} />
      <FittingVehicles part={part} />
    </div>
  );
}

function LoginNeeded({ part }: { part: PartDetail }) {
  return (
    <div className="page-column pt-6">
      <PageTitle className="mb-4">{part.name}</PageTitle>
      <Notice>
        Ordering asks for a login, and needs scripts, which this browser does not run.{' '}
        <TextLink to={paths.login}>{texts.login}</TextLink>{' '}
        <TextLink to={paths.part(part)}>Look at the part</TextLink>
      </Notice>
    </div>
  );
}
