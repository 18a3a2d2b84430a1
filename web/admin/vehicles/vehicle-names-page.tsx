import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { VehicleName } from '#contract/vehicles.ts';
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
import { addName, deleteName, nameErrors, typedName } from './vehicle-steps.ts';
import { VehicleTabs } from './vehicle-tabs.tsx';

const title = 'Other names of vehicles';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ names: requireAdmin(context, () => call('listVehicleNames', {})) }, 50);

export const clientAction = entriesAction({
  add: (form) => addName(typedName(form)),
  remove: deleteName,
});

/** Which vehicles are meant by names that the shop does not know. */
export default function VehicleNamesPage() {
  const { names } = useLoaderData<typeof clientLoader>();
  return (
    <EntriesFrame
      title={title}
      tabs={<VehicleTabs />}
      intro="Names under which suppliers’ lists have vehicles, beside those that the shop knows by itself, such as VW. Parts with such a name get the vehicle that is meant, now and whenever they are entered or imported."
      form={<AddName />}
      entries={names}
      failed="The names are not available right now."
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
    </EntriesFrame>
  );
}

function AddName() {
  const query = new URLSearchParams(useLocation().search);
  const field = (name: 'make' | 'model', maxLength: number) => ({
    name,
    maxLength,
    defaultValue: query.get(name) ?? '',
    autoComplete: 'off',
  });
  return (
    <AddForm
      // Another name to begin with is another form.
      key={query.toString()}
      label="Add another name"
      className="sm:grid-cols-2 lg:grid-cols-4"
      check={(fields) => nameErrors(typedName(fields))}
    >
      {(errors) => (
        <>
          <Field label="Make in the list" {...field('make', 60)} error={errors?.make} />
          <Field label="Model in the list" {...field('model', 80)} error={errors?.model} />
          <KnownVehicleFields
            names={['meansMake', 'meansModel']}
            labels={['means make', 'means model']}
            start={{ meansMake: '', meansModel: '' }}
            errors={errors}
          />
        </>
      )}
    </AddForm>
  );
}

const columns: readonly Column<VehicleName>[] = [
  {
    head: 'Name',
    lead: true,
    cell: ({ make, model }) => (
      <strong className="text-start [overflow-wrap:anywhere]">{`${make} ${model}`}</strong>
    ),
  },
  { head: 'means', cell: ({ meansMake, meansModel }) => `${meansMake} ${meansModel}` },
];
