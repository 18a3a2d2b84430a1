import { useEffect, useId, useState, type ComponentProps } from 'react';
import { call } from '#web/api/call.ts';
import { Field, Select } from '#web/ui/field.tsx';
import { myVehicle, vehicleInWords } from './my-vehicle.ts';
import {
  another,
  listedInWords,
  listedVehicles,
  type ListedVehicle,
  type VehicleErrors,
} from './tried-vehicle.ts';

/** The vehicle on which a part was tried: the remembered one, one of those that the part names, with its year, or another one in words. */
export function TriedVehicleFields(props: {
  productId: string;
  optional?: boolean;
  errors: VehicleErrors | undefined;
}) {
  const { productId, optional, errors } = props;
  const [remembered] = useState(rememberedVehicle);
  const [chosen, setChosen] = useState(() => (remembered ? JSON.stringify(remembered) : ''));
  const listed = useListed(productId);
  const line =
    chosen === '' || chosen === another ? undefined : (JSON.parse(chosen) as ListedVehicle);
  return (
    <>
      <Select
        label="Vehicle"
        name="vehicle"
        optional={optional}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        error={errors?.vehicle}
      >
        <option value="">{optional ? 'I do not say' : 'Please choose'}</option>
        {remembered && (
          <option value={JSON.stringify(remembered)}>
            {`My ${vehicleInWords({ ...remembered, year: remembered.yearFrom })}`}
          </option>
        )}
        {listed.map((one) => (
          <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
            {listedInWords(one)}
          </option>
        ))}
        <option value={another}>Another vehicle</option>
      </Select>
      {line && line.yearFrom < line.yearTo && (
        <Select key={chosen} label="Year" name="year" className="max-w-32" error={errors?.year}>
          <option value="">Please choose</option>
          {yearsOf(line).map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
      )}
      {chosen === another && <AnotherVehicle errors={errors} />}
    </>
  );
}

/** The remembered vehicle, if its model and year are known. */
function rememberedVehicle(): ListedVehicle | undefined {
  const { make, model, year, engine = '' } = myVehicle() ?? {};
  if (make === undefined || model === undefined || year === undefined) return undefined;
  return { make, model, engine, yearFrom: year, yearTo: year };
}

function yearsOf({ yearFrom, yearTo }: ListedVehicle): number[] {
  return Array.from({ length: yearTo - yearFrom + 1 }, (_, at) => yearTo - at);
}

/** The vehicles that the part names; none until they have come, or when it is sold no more. */
function useListed(productId: string): readonly ListedVehicle[] {
  const [listed, setListed] = useState<readonly ListedVehicle[]>([]);
  useEffect(() => {
    let isShown = true;
    void call('getPart', { params: { id: productId } })
      .then(({ fitments }) => isShown && setListed(listedVehicles(fitments)))
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [productId]);
  return listed;
}

/** Typed, with the makes and models of parts as suggestions. */
function AnotherVehicle({ errors }: { errors: VehicleErrors | undefined }) {
  const [make, setMake] = useState('');
  const { makes, models } = useSuggestions(make);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Suggested
        label="Make"
        name="make"
        maxLength={60}
        choices={makes}
        onChange={(event) => setMake(event.target.value.trim())}
        error={errors?.make}
      />
      <Suggested label="Model" name="model" maxLength={80} choices={models} error={errors?.model} />
      <Field
        label="Year"
        name="year"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={errors?.year}
      />
      <Field
        label="Engine"
        name="engine"
        optional
        autoComplete="off"
        maxLength={40}
        error={errors?.engine}
        help="Such as 2.0 diesel or V6"
      />
    </div>
  );
}

function Suggested({
  choices,
  ...field
}: ComponentProps<typeof Field> & { choices: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <Field {...field} list={id} autoComplete="off" />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </datalist>
    </div>
  );
}

/** Makes for which there are parts, and the models of one. */
function useSuggestions(make: string): { makes: readonly string[]; models: readonly string[] } {
  const [known, setKnown] = useState<{ makes: readonly string[]; models: readonly string[] }>({
    makes: [],
    models: [],
  });
  const itsMake = known.makes.includes(make) ? make : undefined;
  useEffect(() => {
    let isShown = true;
    void call('listVehicles', { query: itsMake === undefined ? {} : { make: itsMake } })
      .then(({ makes, models }) => isShown && setKnown({ makes, models }))
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [itsMake]);
  return known;
}
