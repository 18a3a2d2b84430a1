import {
  useLoaderData,
  useRevalidator,
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
import { Button } from '#web/ui/button.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { ChecksTable } from './checks-table.tsx';
import { refundStep, refundUnbooked, UnbookedPayments } from './unbooked-payments.tsx';

const title = 'Doctor';

export const meta = () => privateMeta(title);

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer(
    {
      report: requireAdmin(context, async () => {
        const [report, unbooked] = await Promise.all([
          call('runDoctor', {}),
          call('listUnbookedPayments', {}),
        ]);
        return { ...report, unbooked };
      }),
    },
    50,
  );

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return form.get('step') === refundStep ? refundUnbooked(form) : unknownStep(form);
}

/**
 * Whether stock, orders and money agree, and what is stuck. It repairs nothing, that is the operator's at the command line; an
 * admin confirms here which payments without an order are given back.
 */
export default function DoctorPage() {
  const { report } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-3">{title}</PageTitle>
      <p className="quiet max-w-2xl text-base">
        Whether stock, orders and payments agree with each other and with the card provider, and
        whether any work was left unfinished.
      </p>
      <div className="mt-6">
        <WhenLoaded
          data={report}
          failed={<Failed>The shop could not be looked at right now.</Failed>}
        >
          {(found) => <Report report={found} />}
        </WhenLoaded>
      </div>
    </>
  );
}

interface Found extends DoctorReport {
  unbooked: readonly UnbookedPayment[];
}

function Report({ report: { checkedAt, checks, unpaidHolds, unbooked } }: { report: Found }) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p role="status" className="text-lg font-semibold">
            {verdictOf(checks)}
          </p>
          <p className="quiet figures text-sm">
            {'Looked at '}
            <time dateTime={checkedAt}>{momentOf(checkedAt)}</time>
          </p>
        </div>
        <Button disabled={state === 'loading'} onClick={() => void revalidate()}>
          Look again
        </Button>
      </div>
      <HeldByNewcomers holds={unpaidHolds} />
      <UnbookedPayments payments={unbooked} />
      <ChecksTable checks={checks} />
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
      <strong className="font-semibold">{`${pieces} pieces`}</strong>
      {` by ${orders} unpaid ${orders === 1 ? 'order' : 'orders'}. `}
      <TextLink to={`${paths.manageOrders}?state=never-paid`}>Show them</TextLink>
    </p>
  );
}

function verdictOf(checks: DoctorReport['checks']): string {
  const broken = checks.filter(({ status }) => status === 'broken').length;
  const unknown = checks.filter(({ status }) => status === 'unknown').length;
  if (broken > 0)
    return `${broken} of ${checks.length} checks ${broken === 1 ? 'is' : 'are'} broken.`;
  return unknown > 0
    ? 'Nothing is broken, but not everything could be looked at.'
    : `All ${checks.length} checks hold.`;
}
