import { useState } from 'react';
import { findMakes, findModels } from '#web/admin/parts/facts/find-choices.ts';
import { Combobox } from '#web/ui/combobox.tsx';

/** Make and model of a vehicle, of those that the shop knows; others may be typed. */
export function KnownVehicleFields<Make extends string, Model extends string>(props: {
  names: readonly [Make, Model];
  labels?: readonly [string, string];
  start: Readonly<Record<Make | Model, string>>;
  errors: Partial<Readonly<Record<Make | Model, string>>> | undefined;
}) {
  const { names, labels = ['Make', 'Model'], start, errors } = props;
  const [makeName, modelName] = names;
  const [make, setMake] = useState<string>(start[makeName]);
  const field = (name: Make | Model) => ({
    name,
    free: true,
    start: start[name] === '' ? undefined : { value: start[name], text: start[name] },
    error: errors?.[name],
  });
  return (
    <>
      <Combobox
        label={labels[0]}
        {...field(makeName)}
        maxLength={60}
        none="The shop does not know this make yet."
        find={findMakes}
        onValue={setMake}
      />
      <Combobox
        label={labels[1]}
        {...field(modelName)}
        maxLength={80}
        none="The shop does not know this model yet."
        find={(typed) => findModels(make, typed)}
      />
    </>
  );
}
