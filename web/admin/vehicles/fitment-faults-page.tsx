import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import {
  fitmentFaultKinds,
  type FitmentFaultKind,
  type PartWithFault,
} from '#contract/vehicles.ts';
import { pageLength } from '#web/admin/list/page-length.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { faultWords } from './fault-words.ts';
import { faultsOf } from './vehicle-paths.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Parts to mend';

export const meta = () => privateMeta(title);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const kind = kindIn(searchParams);
  const cursor = searchParams.get('cursor') ?? undefined;
  const query = { kind, limit: pageLength, ...(cursor !== undefined && { cursor }) };
  const found = requireAdmin(context, () => page('listFitmentFaults', { query }));
  return defer({ found }, 50);
}

function kindIn(query: URLSearchParams): FitmentFaultKind {
  return fitmentFaultKinds.find((kind) => kind === query.get('kind')) ?? 'no vehicle';
}

/** Parts whose vehicles have one kind of fault. */
export default function FitmentFaultsPage() {
  const { found } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  const kind = kindIn(new URLSearchParams(search));
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <VehicleTabs />
      <nav aria-label="Which faults" className="mb-3 flex flex-wrap gap-x-5">
        {fitmentFaultKinds.map((one) => (
          <Link
            key={one}
            to={faultsOf(one)}
            aria-current={one === kind ? 'page' : undefined}
            className={`inline-flex min-h-11 items-center ${one === kind ? 'font-semibold underline' : 'link'}`}
          >
            {faultWords[one].title}
          </Link>
        ))}
      </nav>
      <p className="quiet mb-4 max-w-2xl">{faultWords[kind].about}</p>
      <WhenLoaded
        key={search}
        data={found}
        waiting={<SkeletonRows />}
        failed={<Failed>The parts are not available right now.</Failed>}
      >
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <Empty>No part has this fault.</Empty>
            ) : (
              <Table
                label={faultWords[kind].title}
                rows={rows}
                keyOf={({ _id }) => _id}
                columns={kind === 'no vehicle' ? [part] : [part, details]}
              />
            )}
            <Paging label="Pages of parts" rows={rows.length} next={next} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

const part: Column<PartWithFault> = {
  head: 'Part',
  lead: true,
  cell: ({ _id, name, partNumber, image }) => (
    <span className="flex items-center gap-3 text-start">
      <RowPicture image={image} />
      <span className="min-w-0">
        <TextLink to={paths.manageProduct(_id)}>
          <span className="[overflow-wrap:anywhere]">{name}</span>
        </TextLink>
        {partNumber !== null && <span className="quiet figures block text-sm">{partNumber}</span>}
      </span>
    </span>
  ),
};

const details: Column<PartWithFault> = {
  head: 'Vehicles',
  cell: ({ details: words }) => <span className="[overflow-wrap:anywhere]">{words}</span>,
};
