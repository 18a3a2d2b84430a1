import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { AddedVehicle } from '#contract/vehicles.ts';
import { entriesAction } from '#web/admin/entries/add-entry.ts';
import { AddForm } from '#web/admin/entries/add-form.tsx';
import { DeletableRows } from '#web/admin/entries/deletable-rows.tsx';
import { EntriesFrame } from '#web/admin/entries/entries-frame.tsx';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Field } from '#web/ui/field.tsx';
import type { Column } from '#web/ui/table.tsx';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { KnownVehicleFields } from './known-vehicle-fields.tsx';
import { addVehicle, deleteVehicle, typedVehicle, vehicleErrors } from './vehicle-steps.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Added vehicles';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ vehicles: requireAdmin(context, () => call('listAddedVehicles', {})) }, 50);

export const clientAction = entriesAction({
  add: (form) => addVehicle(typedVehicle(form)),
  remove: deleteVehicle,
});

/** Vehicles that the shop does not know by itself. */
export default function AddedVehiclesPage() {
  const { vehicles } = useLoaderData<typeof clientLoader>();
  return (
    <EntriesFrame
      title={title}
      tabs={<VehicleTabs />}
      intro="The shop knows the cars that were sold in the USA from 1990 on. Add others here, such as those of European makers."
      form={<AddVehicle />}
      entries={vehicles}
      failed="The vehicles are not available right now."
    >
      {(rows) => (
        <DeletableRows
          label={title}
          rows={rows}
          columns={columns}
          nameOf={({ make, model }) => `${make} ${model}`}
          none="No vehicles were added yet."
          title="Delete this vehicle?"
          question="Parts keep its name, and nobody can be told whether they fit it."
        />
      )}
    </EntriesFrame>
  );
}

function AddVehicle() {
  const query = new URLSearchParams(useLocation().search);
  const field = (name: 'yearFrom' | 'yearTo') => ({
    name,
    defaultValue: query.get(name) ?? '',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 4,
  });
  return (
    <AddForm
      // Another vehicle to begin with is another form.
      key={query.toString()}
      label="Add a vehicle"
      className="sm:grid-cols-2 lg:grid-cols-4"
      check={(fields) => vehicleErrors(typedVehicle(fields))}
    >
      {(errors) => (
        <>
          <KnownVehicleFields
            names={['make', 'model']}
            start={{ make: query.get('make') ?? '', model: query.get('model') ?? '' }}
            errors={errors}
          />
          <Field label="Built from" {...field('yearFrom')} error={errors?.yearFrom} />
          <Field label="Built until" {...field('yearTo')} error={errors?.yearTo} />
          <div className="col-span-full">
            <Field
              label="Engines"
              name="engines"
              optional
              error={errors?.engines}
              help="As far as they are known, with commas: 1.4 petrol, 2.0 L4 diesel."
              autoComplete="off"
              maxLength={600}
            />
          </div>
        </>
      )}
    </AddForm>
  );
}

const columns: readonly Column<AddedVehicle>[] = [
  {
    head: 'Vehicle',
    lead: true,
    cell: ({ make, model }) => (
      <strong className="text-start [overflow-wrap:anywhere]">{`${make} ${model}`}</strong>
    ),
  },
  {
    head: 'Built',
    cell: ({ yearFrom, yearTo }) => (
      <span className="figures whitespace-nowrap">
        {yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`}
      </span>
    ),
  },
  { head: 'Engines', cell: ({ engines }) => engines.join(', ') || '–' },
];
