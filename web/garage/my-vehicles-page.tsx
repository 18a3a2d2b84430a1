import { useEffect, useState } from 'react';
import { useLoaderData, useRevalidator, type ClientActionFunctionArgs } from 'react-router';
import { longestVehicleName, mostGarageVehicles } from '#contract/garage-rules.ts';
import type { GarageVehicle } from '#contract/garage.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { nameSomething } from '#web/ui/name-something.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { Table } from '#web/ui/table.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { useStep } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { useMyVehicle, vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { openChooser } from '#web/vehicle/open-chooser.ts';
import { Fleet } from './fleet.tsx';
import { onGarageChange } from './garage-changes.ts';
import { removeVehicle } from './garage-steps.ts';
import { mergeGarage } from './merge-garage.ts';
import { nameFault } from './name-fault.ts';
import { columnsFor } from './vehicle-columns.tsx';

const title = 'My vehicles';

export const meta = () => privateMeta(title);

export const clientLoader = async () =>
  defer({ vehicles: mergeGarage().then(() => call('listGarage', {})) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'name':
      return nameSomething(form, (named) => call('renameVehicle', named));
    case 'remove':
      return removeVehicle(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** The vehicles that a customer keeps, and which vehicles the VINs of a fleet's list are. */
export default function MyVehiclesPage() {
  const { vehicles } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  // The chooser in the header and the fleet below keep vehicles, too.
  useEffect(() => onGarageChange(() => void revalidate()), [revalidate]);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="quiet mt-2 mb-6 max-w-2xl">
        Up to {mostGarageVehicles} vehicles that you buy parts for. The chosen one decides what
        lists show first.
      </p>
      <WhenLoaded
        data={vehicles}
        waiting={<SkeletonRows />}
        failed={<Failed>Your vehicles are not available right now.</Failed>}
      >
        {(rows) => <Vehicles rows={rows} />}
      </WhenLoaded>
      <Fleet />
    </>
  );
}

function Vehicles({ rows }: { rows: readonly GarageVehicle[] }) {
  const [named, setNamed] = useState<GarageVehicle>();
  const mine = useMyVehicle();
  const removing = useStep<GarageVehicle>(({ _id }) => ({ step: 'remove', id: _id }));
  return (
    <>
      {rows.length === 0 ? (
        <Empty
          action={
            <Button look="signal" onClick={() => openChooser()}>
              Choose a vehicle
            </Button>
          }
        >
          No vehicles yet. Choose one, then “Keep in my garage”.
        </Empty>
      ) : (
        <>
          <Table
            label="Your vehicles"
            rows={rows}
            keyOf={({ _id }) => _id}
            columns={columnsFor({ removing, mine, onName: setNamed })}
          />
          <Button className="mt-4" onClick={() => openChooser()}>
            Choose another vehicle
          </Button>
        </>
      )}
      {named && (
        <NameDialog
          key={named._id}
          id={named._id}
          name={named.name}
          title="Name this vehicle"
          about={vehicleInWords(named)}
          label="Name the vehicle"
          step="name"
          submit="Save"
          help="What you call it, such as Van 3. Without one it is make and model."
          maxLength={longestVehicleName}
          faultOf={nameFault}
          onClose={() => setNamed(undefined)}
        />
      )}
      <Confirm
        open={removing.asked !== undefined}
        title="Remove this vehicle?"
        question="It is only forgotten here: orders and reviews stay as they are."
        about={removing.asked && (removing.asked.name || vehicleInWords(removing.asked))}
        pending={removing.pending}
        onYes={removing.yes}
        onNo={removing.no}
      />
    </>
  );
}
