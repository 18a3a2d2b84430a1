import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { DoctorReport } from '#contract/doctor.ts';
import type { UnbookedPayment } from '#contract/unbooked-payments.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { ChecksTable } from './checks-table.tsx';
import { beginRun, LastRun, runStep } from './last-run.tsx';
import { refundStep, refundUnbooked, UnbookedPayments } from './unbooked-payments.tsx';
import { useWatchedRun } from './use-watched-run.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

const title = 'Doctor';

export const meta = () => privateMeta(title);

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer(
    {
      found: requireAdmin(context, async () => {
        const [report, unbooked] = await Promise.all([
          call('getDoctorReport', {}),
          call('listUnbookedPayments', {}),
        ]);
        return { report, unbooked };
      }),
    },
    50,
  );

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const step = form.get('step');
  if (step === runStep) return beginRun();
  return step === refundStep ? refundUnbooked(form) : unknownStep(form);
}

/**
 * Whether stock, orders and money agree, and what is stuck. It repairs nothing, that is the operator's at the command line; an
 * admin confirms here which payments without an order are given back.
 */
export default function DoctorPage() {
  const { found } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-3">{title}</PageTitle>
      <p className="quiet max-w-2xl text-base">
        Whether stock, orders and payments agree with each other and with the card provider, and
        whether any work was left unfinished.
      </p>
      <div className="mt-6">
        <WhenLoaded
          data={found}
          failed={<Failed>What the doctor found is not available right now.</Failed>}
        >
          {({ report, unbooked }) => <Report report={report} unbooked={unbooked} />}
        </WhenLoaded>
      </div>
    </>
  );
}

function Report(props: { report: DoctorReport; unbooked: readonly UnbookedPayment[] }) {
  const report = useWatchedRun(props.report);
  const { checks, unpaidHolds } = report;
  return (
    <>
      <LastRun report={report} />
      <HeldByNewcomers holds={unpaidHolds} />
      <UnbookedPayments payments={props.unbooked} />
      {checks.length > 0 && <ChecksTable checks={checks} />}
      {checks.some(({ repairable }) => repairable) && (
        <p className="mt-4">
          Some of it can be mended without losing anything. The operator runs{' '}
          <code>npm run doctor -- --repair</code> at the shop&apos;s machine.
        </p>
      )}
    </>
  );
}

/** Nothing is wrong with it; how much it is tells whether somebody is emptying the shelves. */
function HeldByNewcomers({
  holds: { orders, accounts, pieces },
}: {
  holds: DoctorReport['unpaidHolds'];
}) {
  if (orders === 0)
    return <p className="quiet mb-4">No account that never paid anything holds pieces.</p>;
  return (
    <p className="figures mb-4">
      {`${accounts} ${accounts === 1 ? 'account' : 'accounts'} that never paid anything ${accounts === 1 ? 'holds' : 'hold'} `}
      <strong className="font-semibold">{inPieces(pieces)}</strong>
      {` by ${orders} unpaid ${orders === 1 ? 'order' : 'orders'}. `}
      <TextLink to={`${paths.manageOrders}?state=never-paid`}>Show them</TextLink>
    </p>
  );
}
