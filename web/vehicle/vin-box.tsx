import { useEffect, useRef, useState } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { VinAnswer } from '#contract/vin-calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { askVin, type AskedVin } from './ask-vin.ts';
import { answerInWords, chosenOf, vinVehicleInWords } from './vin-words.ts';

/** Posts a VIN and hands on what it says. The field has no name: browsers offer nothing for it, and keep nothing. */
export function VinBox(props: {
  /** One that was typed elsewhere is asked about at once. */
  vin: string | undefined;
  /** It may be changed before it is used. */
  onVehicle: (vehicle: ChosenVehicle) => void;
  onUse: (vehicle: ChosenVehicle) => void;
}) {
  const { onVehicle, onUse } = props;
  const [typed, setTyped] = useState(props.vin ?? '');
  const [asked, setAsked] = useState<AskedVin>();
  const asking = useRef<AbortController>(undefined);
  const ask = async (vin: string) => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setAsked(undefined);
    const now = await askVin(vin, controller.signal);
    if (now === undefined) return;
    setAsked(now);
    const [only, another] = now.kind === 'answered' ? now.answer.vehicles : [];
    if (only && !another) onVehicle(chosenOf(only));
  };
  useEffect(() => {
    if (props.vin !== undefined) void ask(props.vin);
    // Once for each VIN that comes from elsewhere.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [props.vin]);
  return (
    <form
      aria-label="VIN"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(typed);
      }}
      className="flex flex-col gap-2"
    >
      <Field
        label="Or its VIN"
        name=""
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        help="17 letters and digits, in the papers and behind the windscreen. It is read for the answer and not kept."
        error={asked?.kind === 'refused' ? asked.message : undefined}
      />
      <Button type="submit" className="self-start">
        Look it up
      </Button>
      <div role="status">
        {asked?.kind === 'answered' && (
          <VinAnswered answer={asked.answer} onVehicle={onVehicle} onUse={onUse} />
        )}
      </div>
    </form>
  );
}

function VinAnswered(props: {
  answer: VinAnswer;
  onVehicle: (vehicle: ChosenVehicle) => void;
  onUse: (vehicle: ChosenVehicle) => void;
}) {
  const { vehicles, hasCheckDigit } = props.answer;
  const [only] = vehicles;
  return (
    <>
      <p>{answerInWords(vehicles)}</p>
      {!hasCheckDigit && (
        <p className="text-warning mt-1 text-sm">
          Its check digit is not right: compare it with the papers. Vehicles from outside North
          America have none.
        </p>
      )}
      {only && vehicles.length === 1 && (
        <Button className="mt-2" onClick={() => props.onUse(chosenOf(only))}>
          Use this one
        </Button>
      )}
      {vehicles.length > 1 && (
        <ul className="mt-2 flex flex-col gap-2">
          {vehicles.map((vehicle) => (
            <li key={vinVehicleInWords(vehicle)}>
              <Button small onClick={() => props.onVehicle(chosenOf(vehicle))}>
                {vinVehicleInWords(vehicle)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
