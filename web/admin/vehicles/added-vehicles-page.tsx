import {
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { AddedVehicle } from '#contract/vehicles.ts';
import { DeletableRows } from '#web/admin/deletable-rows.tsx';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Field } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Failed } from '#web/ui/states.tsx';
import type { Column } from '#web/ui/table.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { useForm } from '#web/ui/use-form.ts';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { KnownVehicleFields } from './known-vehicle-fields.tsx';
import {
  addVehicle,
  deleteVehicle,
  typedVehicle,
  vehicleErrors,
  type AddOutcome,
  type TypedVehicle,
} from './vehicle-steps.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Added vehicles';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ vehicles: requireAdmin(context, () => call('listAddedVehicles', {})) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'add':
      return addVehicle(typedVehicle(form));
    case 'delete':
      return deleteVehicle(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** Vehicles that the shop does not know by itself. */
export default function AddedVehiclesPage() {
  const { vehicles } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <VehicleTabs />
      <p className="quiet mb-6 max-w-2xl">
        The shop knows the cars that were sold in the USA from 1990 on. Add others here, such as
        those of European makers.
      </p>
      <AddVehicle />
      <div className="mt-6">
        <WhenLoaded
          data={vehicles}
          waiting={<SkeletonRows />}
          failed={<Failed>The vehicles are not available right now.</Failed>}
        >
          {(rows) => (
            <DeletableRows
              label={title}
              rows={rows}
              columns={columns}
              nameOf={({ make, model }) => `${make} ${model}`}
              none="No vehicles were added yet."
              title="Delete this vehicle?"
              question="Parts keep its name, and whoever chooses it is told to check."
            />
          )}
        </WhenLoaded>
      </div>
    </>
  );
}

function AddVehicle() {
  const query = new URLSearchParams(useLocation().search);
  const { Form, attributes, pending, outcome, errors } = useForm<AddOutcome<TypedVehicle>>({
    check: (fields) => vehicleErrors(typedVehicle(fields)),
    after: ({ kind }, form) => kind === 'done' && form?.reset(),
  });
  const field = (name: 'yearFrom' | 'yearTo') => ({
    name,
    defaultValue: query.get(name) ?? '',
    error: errors?.[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 4,
  });
  return (
    <Panel className="p-5">
      {/* Another vehicle to begin with is another form. */}
      <Form
        key={query.toString()}
        {...attributes}
        aria-label="Add a vehicle"
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        <input type="hidden" name="step" value="add" />
        <KnownVehicleFields
          names={['make', 'model']}
          start={{ make: query.get('make') ?? '', model: query.get('model') ?? '' }}
          errors={errors}
        />
        <Field label="Built from" {...field('yearFrom')} />
        <Field label="Built until" {...field('yearTo')} />
        <div className="sm:col-span-2 lg:col-span-4">
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
        <div className="sm:col-span-2 lg:col-span-4">
          <FormEnd
            button="Add"
            pending={pending}
            outcome={outcome?.kind === 'invalid' ? undefined : outcome}
          />
        </div>
      </Form>
    </Panel>
  );
}

const columns: readonly Column<AddedVehicle>[] = [
  {
    head: 'Vehicle',
    lead: true,
    cell: ({ make, model }) => (
      <strong className="[overflow-wrap:anywhere]">{`${make} ${model}`}</strong>
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
