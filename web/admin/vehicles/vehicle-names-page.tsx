import {
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { VehicleName } from '#contract/vehicles.ts';
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
  addName,
  deleteName,
  nameErrors,
  typedName,
  type AddOutcome,
  type TypedName,
} from './vehicle-steps.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Other names of vehicles';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ names: requireAdmin(context, () => call('listVehicleNames', {})) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'add':
      return addName(typedName(form));
    case 'delete':
      return deleteName(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** Which vehicles are meant by names that the shop does not know. */
export default function VehicleNamesPage() {
  const { names } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <VehicleTabs />
      <p className="quiet mb-6 max-w-2xl">
        Names under which suppliers’ lists have vehicles, beside those that the shop knows by
        itself, such as VW. Parts with such a name get the vehicle that is meant, now and whenever
        they are entered or imported.
      </p>
      <AddName />
      <div className="mt-6">
        <WhenLoaded
          data={names}
          waiting={<SkeletonRows />}
          failed={<Failed>The names are not available right now.</Failed>}
        >
          {(rows) => (
            <DeletableRows
              label={title}
              rows={rows}
              columns={columns}
              nameOf={({ make, model }) => `${make} ${model}`}
              none="No names were added yet."
              title="Delete this name?"
              question="Parts that got the vehicle keep it. Later ones with this name do not get it."
            />
          )}
        </WhenLoaded>
      </div>
    </>
  );
}

function AddName() {
  const query = new URLSearchParams(useLocation().search);
  const { Form, attributes, pending, outcome, errors } = useForm<AddOutcome<TypedName>>({
    check: (fields) => nameErrors(typedName(fields)),
    after: ({ kind }, form) => kind === 'done' && form?.reset(),
  });
  const field = (name: 'make' | 'model', maxLength: number) => ({
    name,
    maxLength,
    defaultValue: query.get(name) ?? '',
    error: errors?.[name],
    autoComplete: 'off',
  });
  return (
    <Panel className="p-5">
      {/* Another name to begin with is another form. */}
      <Form
        key={query.toString()}
        {...attributes}
        aria-label="Add another name"
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        <input type="hidden" name="step" value="add" />
        <Field label="Make in the list" {...field('make', 60)} />
        <Field label="Model in the list" {...field('model', 80)} />
        <KnownVehicleFields
          names={['meansMake', 'meansModel']}
          labels={['means make', 'means model']}
          start={{ meansMake: '', meansModel: '' }}
          errors={errors}
        />
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

const columns: readonly Column<VehicleName>[] = [
  {
    head: 'Name',
    lead: true,
    cell: ({ make, model }) => (
      <strong className="[overflow-wrap:anywhere]">{`${make} ${model}`}</strong>
    ),
  },
  { head: 'means', cell: ({ meansMake, meansModel }) => `${meansMake} ${meansModel}` },
];
