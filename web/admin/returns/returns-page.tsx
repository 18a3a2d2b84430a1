import { useLoaderData, useLocation, type ClientActionFunctionArgs } from 'react-router';
import { ReturnsQuery } from '#contract/returns.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { page } from '#web/api/call.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { alsoInToast } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { ManagedReturns } from './managed-returns.tsx';
import { takeReturnStep, typedReturnStep } from './take-return-step.ts';
import { Link } from '#web/ui/link.tsx';

const title = 'Returns';

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(ReturnsQuery, (query) =>
  page('listManagedReturns', { query }),
);

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<StepOutcome> {
  const form = await request.formData();
  const step = typedReturnStep(form);
  return alsoInToast(await takeReturnStep(typedText(form, 'return'), step, typedText(form, 'key')));
}

export const shouldRevalidate = unlessForbidden;

const shown = [
  ['open', 'Waiting'],
  ['asked', 'Asked'],
  ['agreed', 'Agreed'],
  ['received', 'Received'],
  ['settled', 'Settled'],
  ['', 'All'],
] as const;

/** What customers send back, and what an admin does with it. */
export default function ReturnsPage() {
  return (
    <AdminList
      title={title}
      words={{ row: 'return', rows: 'returns', none: 'Nobody has sent anything back yet.' }}
      loaded={useLoaderData<typeof clientLoader>()}
      intro={<Shown />}
      keyOf={({ _id }) => _id}
    >
      {(rows) => <ManagedReturns returns={rows} />}
    </AdminList>
  );
}

/** Which of them are listed. */
function Shown() {
  const { search } = useLocation();
  const chosen = new URLSearchParams(search).get('status') ?? '';
  return (
    <nav aria-label="Which returns" className="border-base-300 mb-6 border-b">
      <ul className="flex flex-wrap gap-x-2">
        {shown.map(([status, words]) => (
          <li key={status}>
            <Link
              to={status === '' ? paths.returns : `${paths.returns}?status=${status}`}
              aria-current={chosen === status ? 'page' : undefined}
              className={`-mb-px flex min-h-11 items-center border-b-3 px-3 font-semibold ${
                chosen === status
                  ? 'border-primary'
                  : 'quiet hover:bg-base-300/50 border-transparent'
              }`}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
