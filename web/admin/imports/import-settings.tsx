import type { Import } from '#contract/imports.ts';
import { Field, Select } from '#web/ui/field.tsx';

/** What a file does not say by itself. */
export function ImportSettingsFields(props: { found: Import; minimumError: string | undefined }) {
  const { settings, supplier } = props.found;
  const missing = supplier === null ? 'All parts of the shop that' : `Parts of ${supplier} that`;
  return (
    <fieldset className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
      <legend className="sr-only">Settings</legend>
      <Select
        label="Mark before the cents"
        name="decimal"
        defaultValue={settings.decimal ?? ''}
        help="A number that can mean two things is refused"
      >
        <option value="">As each number shows</option>
        <option value=".">Point: 1,234.50</option>
        <option value=",">Comma: 1.234,50</option>
      </Select>
      <Field
        label="Minimum order of new parts"
        name="minimumOrder"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        required
        defaultValue={String(settings.minimumOrder)}
        error={props.minimumError}
        help="In pieces, for rows that have none"
      />
      <Select
        label="Numbers and vehicles of parts that are in the shop"
        name="lists"
        defaultValue={settings.lists}
        help="Only those for which the file has columns"
      >
        <option value="replace">Those of the file take their place</option>
        <option value="add">Those of the file are added to them</option>
      </Select>
      <Select
        label="Parts that are not in the file"
        name="missing"
        defaultValue={settings.missing}
        help={`${missing} are not in this file: they can stay, or be taken out of the shop; then deleted ones that are in it come back. Orders and reviews stay either way.`}
      >
        <option value="keep">Stay as they are</option>
        <option value="archive">Are taken out of the shop</option>
      </Select>
    </fieldset>
  );
}
