import { useId } from 'react';
import type { GarageVehicle } from '#contract/garage.ts';
import { longestVehicleName } from '#contract/garage-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { namingErrors, type NamingOutcome } from './garage-steps.ts';

/** Asks what somebody calls a vehicle. */
export function NameDialog({ vehicle, onClose }: { vehicle: GarageVehicle; onClose: () => void }) {
  const id = useId();
  const { Form, attributes, pending, errors } = useForm<NamingOutcome>({
    check: namingErrors,
    after: ({ kind }) => kind === 'done' && onClose(),
  });
  return (
    <Dialog
      open
      labelledBy={`${id}title`}
      describedBy={`${id}about`}
      onEscape={() => !pending && onClose()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        Name this vehicle
      </h2>
      <p id={`${id}about`} className="quiet mt-1 [overflow-wrap:anywhere]">
        {vehicleInWords(vehicle)}
      </p>
      <Form {...attributes} aria-label="Name the vehicle" className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="step" value="name" />
        <input type="hidden" name="id" value={vehicle._id} />
        <Field
          label="Name"
          name="name"
          help="What you call it, such as Van 3. Without one its make and model are its name."
          autoComplete="off"
          maxLength={longestVehicleName}
          defaultValue={vehicle.name}
          error={errors?.name}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Submit pending={pending}>Save</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
