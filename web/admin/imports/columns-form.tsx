import { use, useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Import } from '#contract/imports.ts';
import type { PartType } from '#contract/part-lists.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/page.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  attributeOptions,
  columnFaults,
  columnName,
  fieldOptions,
  typedFields,
  type ColumnFaults,
  type FieldOption,
} from './column-choice.ts';
import type { ImportOutcome } from './import-actions.ts';
import { ImportSettingsFields } from './import-settings.tsx';
import { minimumFault } from './typed-check.ts';

interface FileColumn {
  readonly at: number;
  readonly column: Import['columns'][number];
}

/** Which column of the file holds what, and what the file does not say. Sent, it begins the check. */
export function ColumnsForm(props: {
  found: Import;
  /** Never rejects: without them the attributes that the file has are offered. */
  types: Promise<readonly PartType[]>;
}) {
  const { found } = props;
  const { columns } = found;
  const [fields, setFields] = useState(() => columns.map(({ field }) => field));
  const attributeChoices = attributeOptions(use(props.types), fields);
  const faults = columnFaults(fields);
  const navigate = useNavigate();
  const { Form, attributes, pending, outcome, errors } = useForm<ImportOutcome>({
    check: (form) => minimumFault(form),
    // Columns that were chosen anew are not asked for again after the check.
    after: ({ kind }) => kind === 'done' && navigate({ search: '' }, { replace: true }),
  });
  function onChange({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
    setFields(typedFields(new FormData(currentTarget), columns.length));
  }
  return (
    <Form
      {...attributes}
      onChange={onChange}
      aria-label="Columns of the file"
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="step" value="check" />
      <input type="hidden" name="columns" value={columns.length} />
      <Table
        label="Columns of the file and what they hold"
        rows={columns.map((column, at) => ({ at, column }))}
        keyOf={({ at }) => String(at)}
        columns={tableColumns({ attributeChoices, faults })}
      />
      <Faults faults={faults} />
      <Panel className="p-4 sm:p-6">
        <h2 className="mb-4 text-base font-semibold">What the file does not say</h2>
        <ImportSettingsFields found={found} minimumError={errors?.minimumOrder} />
      </Panel>
      <FormEnd
        button="Check every row"
        pending={pending}
        blocked={faults.blocking.length > 0}
        outcome={outcome ?? reasonOf(faults)}
      />
      <p className="quiet -mt-2 text-sm">The check changes nothing in the shop.</p>
    </Form>
  );
}

/** Why the button cannot be pressed. */
function reasonOf({ blocking }: ColumnFaults) {
  return blocking.length === 0
    ? undefined
    : { kind: 'failed', sentence: 'Mend the columns first.' };
}

function tableColumns(choice: {
  attributeChoices: readonly FieldOption[];
  faults: ColumnFaults;
}): readonly Column<FileColumn>[] {
  return [
    {
      head: 'Column of the file',
      lead: true,
      cell: ({ at, column }) => (
        <span className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{nameOf(column, at)}</span>
        </span>
      ),
    },
    {
      head: 'Its first values',
      cell: ({ column }) => <Samples samples={column.samples} />,
    },
    {
      head: 'Holds',
      cell: ({ at, column }) => <FieldChoice at={at} column={column} {...choice} />,
    },
  ];
}

function nameOf({ header }: FileColumn['column'], at: number): string {
  return header.trim() === '' ? `Column ${at + 1}, without a name` : header;
}

const shownSamples = 3;

function Samples({ samples }: { samples: readonly string[] }) {
  const filled = samples.filter((sample) => sample.trim() !== '').slice(0, shownSamples);
  if (filled.length === 0) return <span className="quiet">Empty in the first rows</span>;
  return (
    <ul className="quiet figures flex max-w-md min-w-0 flex-wrap gap-1.5 max-md:justify-end">
      {filled.map((sample, place) => (
        <li
          key={`${place} ${sample}`}
          title={sample}
          className="bg-base-content/8 max-w-48 truncate rounded-sm px-1.5 py-0.5"
        >
          {sample}
        </li>
      ))}
    </ul>
  );
}

function FieldChoice(
  props: FileColumn & { attributeChoices: readonly FieldOption[]; faults: ColumnFaults },
) {
  const { at, column, attributeChoices, faults } = props;
  return (
    <select
      name={columnName(at)}
      aria-label={`What “${nameOf(column, at)}” holds`}
      aria-invalid={faults.doubled.has(at)}
      defaultValue={column.field ?? ''}
      className="input control h-11 w-full max-w-64 min-w-40 cursor-auto appearance-auto pe-1 text-base"
    >
      <option value="">Leave it out</option>
      <Options options={fieldOptions} />
      {attributeChoices.length > 0 && (
        <optgroup label="One attribute">
          <Options options={attributeChoices} />
        </optgroup>
      )}
    </select>
  );
}

function Options({ options }: { options: readonly FieldOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Said as soon as a choice makes them, and gone as soon as another one mends them. */
function Faults({ faults: { blocking, warnings } }: { faults: ColumnFaults }) {
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {blocking.length > 0 && (
        <Notice tone="bad">
          <Sentences sentences={blocking} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="waiting">
          <Sentences sentences={warnings} />
        </Notice>
      )}
    </div>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
