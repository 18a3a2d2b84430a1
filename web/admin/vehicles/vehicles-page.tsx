import { useLoaderData, type ClientLoaderFunctionArgs } from 'react-router';
import type { Counted } from '#contract/counted.ts';
import type { FitmentFaultKind, VehicleCoverage } from '#contract/vehicles.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { partsInWords } from '#web/parts/list/counts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { faultWords } from './fault-words.ts';
import { faultsOf, newVehicle, newVehicleName } from './vehicle-paths.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Vehicles';

export const meta = () => privateMeta(title);

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ coverage: requireAdmin(context, () => call('getVehicleCoverage', {})) }, 50);

/** How well the parts say which vehicles they fit. */
export default function VehiclesPage() {
  const { coverage } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <VehicleTabs />
      <WhenLoaded
        data={coverage}
        waiting={<SkeletonRows />}
        failed={<Failed>The vehicles are not available right now.</Failed>}
      >
        {(loaded) => <Coverage coverage={loaded} />}
      </WhenLoaded>
    </>
  );
}

function Coverage({ coverage }: { coverage: VehicleCoverage }) {
  const { waiting, faults, unknown, wrongYears, more } = coverage;
  return (
    <>
      {waiting.count > 0 && (
        <p className="quiet mb-4">{`Changed and not looked at yet: ${partsInWords(waiting)}. It takes a minute, after a large import a little longer.`}</p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {faults.map((fault) => (
          <Fault key={fault.kind} {...fault} />
        ))}
      </ul>
      <NamedVehicles
        title="Vehicles that the shop does not know"
        about="Nobody can be told whether these parts fit. Add the vehicle, or say which one is meant."
        rows={unknown}
        columns={[vehicle, years, parts, steps]}
        none="The shop knows every vehicle that its parts name."
      />
      <NamedVehicles
        title="Years in which the vehicle was not built"
        about="A year may be typed wrongly, or the vehicle was built longer than the shop knows."
        rows={wrongYears}
        columns={[vehicle, years, built, parts]}
        none="All years are those of the vehicles."
      />
      {more && (
        <p className="quiet mt-4">
          There may be more: only the first by name are shown, and others follow as these are
          mended.
        </p>
      )}
    </>
  );
}

function NamedVehicles<Row extends Named>(props: {
  title: string;
  about: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  none: string;
}) {
  const { title: words, about, rows, columns, none } = props;
  return (
    <section className="mt-8">
      <h2 className="text-lg font-semibold">{words}</h2>
      {rows.length > 0 && <p className="quiet mt-1 max-w-2xl">{about}</p>}
      <div className="mt-3">
        {rows.length === 0 ? (
          <Empty>{none}</Empty>
        ) : (
          <Table label={words} rows={rows} keyOf={keyOf} columns={columns} />
        )}
      </div>
    </section>
  );
}

function Fault({ kind, ...counted }: Counted & { kind: FitmentFaultKind }) {
  const { title: words, about } = faultWords[kind];
  return (
    <li className="rounded-box border-base-300 bg-base-100 border p-4">
      <p className="figures text-2xl font-semibold">
        {counted.more ? `${counted.count}+` : counted.count}
      </p>
      <p className="font-semibold">
        {counted.count === 0 ? words : <TextLink to={faultsOf(kind)}>{words}</TextLink>}
      </p>
      <p className="quiet mt-1 text-sm">{about}</p>
    </li>
  );
}

type Named = VehicleCoverage['unknown'][number];

function keyOf({ make, model, yearFrom, yearTo }: Named): string {
  return `${make} ${model} ${yearFrom} ${yearTo}`;
}

const vehicle: Column<Named> = {
  head: 'Vehicle',
  lead: true,
  cell: ({ make, model }) => (
    <strong className="text-start [overflow-wrap:anywhere]">{`${make} ${model}`}</strong>
  ),
};

const years: Column<Named> = {
  head: 'Years',
  cell: ({ yearFrom, yearTo }) => (
    <span className="figures whitespace-nowrap">
      {yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`}
    </span>
  ),
};

const parts: Column<Named> = {
  head: 'Parts',
  numeric: true,
  cell: ({ make, model, yearFrom, parts: count }) => (
    <Link
      className="link inline-flex min-h-11 items-center whitespace-nowrap"
      to={partsAddress({ make, model, year: String(yearFrom) })}
    >
      {partsInWords(count)}
      <span className="sr-only">{` of ${make} ${model}`}</span>
    </Link>
  ),
};

const built: Column<VehicleCoverage['wrongYears'][number]> = {
  head: 'Built',
  cell: (row) => <span className="figures">{row.built}</span>,
};

const steps: Column<Named> = {
  head: '',
  numeric: true,
  cell: ({ make, model, yearFrom, yearTo }) => (
    <span className="inline-flex gap-2 max-sm:flex-wrap">
      <ButtonLink
        small
        to={newVehicle({ make, model, yearFrom, yearTo })}
        aria-label={`Add vehicle ${make} ${model}`}
      >
        Add vehicle
      </ButtonLink>
      <ButtonLink
        small
        to={newVehicleName({ make, model })}
        aria-label={`Is another name: ${make} ${model}`}
      >
        Is another name
      </ButtonLink>
    </span>
  ),
};
