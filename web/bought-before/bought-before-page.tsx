import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { BoughtPart } from '#contract/bought-parts.ts';
import { ListForm } from '#web/admin/list/list-form.tsx';
import { page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { NothingFound } from '#web/ui/nothing-found.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { openChooser } from '#web/vehicle/open-chooser.ts';
import { BoughtTable } from './bought-table.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

export const meta = () => privateMeta('Bought before');

const rowsPerPage = 50;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = Object.fromEntries(
    ['q', 'cursor'].flatMap((name) => {
      const value = searchParams.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const query = { ...asked, limit: rowsPerPage };
  return defer({ bought: page('listBoughtParts', { query }) }, 50);
}

/** The parts that a customer bought, to be ordered again one by one or several at once. */
export default function BoughtBeforePage() {
  const { bought } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <>
      <PageTitle>Bought before</PageTitle>
      <p className="quiet mt-2 max-w-2xl">
        The parts that you ordered and paid, the last order first, and what they cost today.
      </p>
      <div className="mt-6">
        <ListForm searchLabel="Name or number" choices={[]} onVin={openChooser} />
      </div>
      <div className="mt-6">
        <WhenLoaded
          key={search}
          data={bought}
          waiting={<SkeletonRows />}
          failed={<Failed>What you bought before is not available right now.</Failed>}
        >
          {({ rows, next }) => (
            <>
              <Bought rows={rows} />
              <Paging label="Pages of what you bought" rows={rows.length} next={next} />
            </>
          )}
        </WhenLoaded>
      </div>
    </>
  );
}

function Bought({ rows }: { rows: readonly BoughtPart[] }) {
  const { search } = useLocation();
  const fittingFirst = useFittingFirst();
  const query = new URLSearchParams(search);
  if (rows.length > 0) return <BoughtTable rows={rows} />;
  if (query.has('q'))
    return (
      <NothingFound action={<ButtonLink to={paths.boughtBefore}>Show all</ButtonLink>}>
        {`You bought nothing that is called “${query.get('q') ?? ''}”.`}
      </NothingFound>
    );
  if (query.has('cursor')) return <Empty>There is nothing before that.</Empty>;
  return (
    <Empty action={<ButtonLink to={fittingFirst(paths.parts)}>Browse all parts</ButtonLink>}>
      Once an order is paid, its part is here.
    </Empty>
  );
}
