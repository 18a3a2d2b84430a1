import { useRef, useState } from 'react';
import { mostGarageVehicles } from '#contract/garage-rules.ts';
import { mostVins } from '#contract/vehicle-limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { fleetAnswer, linesInWords, type FleetAnswer, type FleetGroup } from './fleet-groups.ts';
import { garageChanged } from './garage-changes.ts';
import { leftOutInWords } from './merge-garage.ts';

/** Which vehicles the VINs of a list are. The list is gone from the page when the answer is there; what was pasted meanwhile stays. */
export function Fleet() {
  const { box, heading, answer, error, pending, ask } = useFleet();
  return (
    <section aria-labelledby="fleet" className="mt-10">
      <h2 ref={heading} tabIndex={-1} id="fleet" className="text-lg font-semibold">
        A whole fleet
      </h2>
      <p className="quiet mt-1 mb-4 max-w-2xl">
        Paste up to {mostVins} VINs, one a line or as a table. They are not kept.
      </p>
      <form
        aria-labelledby="fleet"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
        className="flex max-w-2xl flex-col items-start gap-4"
      >
        <div className="w-full">
          {/* Without a name: browsers keep and offer nothing of it. */}
          <TextArea
            ref={box}
            label="VINs"
            name=""
            rows={6}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={error}
          />
        </div>
        <Submit pending={pending} look="plain" className="">
          Which vehicles are these?
        </Submit>
      </form>
      <div role="status" className="mt-6">
        {answer && <Answered answer={answer} />}
      </div>
    </section>
  );
}

/** Asks about what stands in the box, and moves on to the heading with the answer. */
function useFleet() {
  const box = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [answer, setAnswer] = useState<FleetAnswer>();
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const ask = async () => {
    if (pending) return;
    setPending(true);
    setError(undefined);
    setAnswer(undefined);
    const vins = box.current?.value ?? '';
    try {
      const { lines } = await call('decodeVins', { body: { vins } });
      if (box.current?.value === vins) {
        box.current.value = '';
        heading.current?.focus();
      }
      setAnswer(fleetAnswer(lines));
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed.message);
    } finally {
      setPending(false);
    }
  };
  return { box, heading, answer, error, pending, ask };
}

const columns: readonly Column<FleetGroup>[] = [
  {
    head: 'Vehicle',
    lead: true,
    cell: ({ vehicle }) => <strong>{vehicleInWords(vehicle)}</strong>,
  },
  { head: 'Count', numeric: true, cell: ({ lines }) => lines.length },
  { head: 'Lines', cell: ({ lines }) => linesInWords(lines).replace(/^lines? /, '') },
];

function Answered({ answer }: { answer: FleetAnswer }) {
  const { groups, notes } = answer;
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <>
      <p className="font-semibold">
        {count === 0
          ? 'No line names a vehicle that we know.'
          : `${inWords(count, 'VIN')}, ${inWords(groups.length, 'different vehicle')}.`}
      </p>
      {notes.map((note) => (
        <p key={note} className="text-warning mt-1 text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
      {groups.length > 0 && (
        <>
          <div className="mt-4 mb-4">
            <Table
              label="Vehicles of the fleet"
              rows={groups}
              keyOf={({ vehicle }) => vehicleInWords(vehicle)}
              columns={columns}
            />
          </div>
          <KeepAll groups={groups} />
        </>
      )}
    </>
  );
}

function KeepAll({ groups }: { groups: readonly FleetGroup[] }) {
  const [pending, setPending] = useState(false);
  const keep = async () => {
    setPending(true);
    try {
      await keepGroups(groups);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      toastError(failureOf(failed, 'Not kept.'));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button look="signal" disabled={pending} onClick={() => void keep()}>
      {groups.length === 1 ? 'Keep this vehicle' : 'Keep these vehicles'}
    </Button>
  );
}

/** Keeps the different vehicles, the most frequent ones where there are too many, and says what was left out. */
async function keepGroups(groups: readonly FleetGroup[]): Promise<void> {
  const vehicles = groups.slice(0, mostGarageVehicles).map(({ vehicle }) => vehicle);
  const { added, leftOut } = await call('keepVehicles', { body: { vehicles } });
  garageChanged();
  const missing = leftOut + groups.length - vehicles.length;
  if (missing === 0 && added === 0) toastSuccess('They are in your garage already.');
  if (added > 0) toastSuccess(`${inWords(added, 'vehicle')} went into your garage.`);
  if (missing > 0) toastError(leftOutInWords(missing));
}

function inWords(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
