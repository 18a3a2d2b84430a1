import type { ReactNode } from 'react';
import type { ImportFault } from '#contract/imports.ts';
import { download } from '#web/api/call.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TableFrame } from '#web/ui/table.tsx';
import { counted } from './import-words.ts';

interface FaultColumn {
  readonly head: string;
  readonly numeric?: true;
  readonly cell: (fault: ImportFault) => ReactNode;
  /** On a phone a fault is two lines: where and what, then why. */
  readonly place?: string;
}

const columns: readonly FaultColumn[] = [
  {
    head: 'Row',
    numeric: true,
    cell: ({ row }) => (
      <span className="font-semibold">
        <span className="md:hidden">Row </span>
        {counted(row)}
      </span>
    ),
  },
  { head: 'Column', cell: ({ column }) => <span className="quiet">{column}</span> },
  { head: 'Value', cell: ({ value }) => <Value value={value} /> },
  { head: 'Why', cell: ({ reason }) => reason, place: 'max-md:col-span-full' },
];

const align = ({ numeric }: FaultColumn) => (numeric ? 'figures md:text-end' : 'text-start');

/** Rows that cannot be used, or parts that could not be taken back, each with its reason. */
export function FaultsTable({ label, faults }: { label: string; faults: readonly ImportFault[] }) {
  return (
    <TableFrame
      label={label}
      rows={faults}
      keyOf={({ row, step, column, value, reason }) =>
        [row, step, column, value, reason].join('\n')
      }
      columns={columns}
      region="overflow-x-auto"
      table={phoneRows}
      headOf={(column) => ({ className: `h-9 px-4 ${align(column)}` })}
      renderHead={({ head }) => head}
      cellOf={(column) => ({
        className: `min-w-0 md:px-4 md:py-2 ${align(column)} ${column.place ?? ''}`,
      })}
      renderCell={(column, fault) => column.cell(fault)}
    />
  );
}

const phoneRows =
  'max-md:block [&_thead]:max-md:sr-only [&_tbody]:max-md:block [&_tbody_tr]:max-md:grid [&_tbody_tr]:max-md:grid-cols-[auto_auto_minmax(0,1fr)] [&_tbody_tr]:max-md:items-baseline [&_tbody_tr]:max-md:gap-x-3 [&_tbody_tr]:max-md:gap-y-1 [&_tbody_tr]:max-md:px-4 [&_tbody_tr]:max-md:py-2.5';

function Value({ value }: { value: string }) {
  if (value === '') return <span className="quiet">empty</span>;
  return (
    <span
      title={value}
      className="text-error bg-bad-tint figures line-clamp-2 w-fit rounded-sm px-1.5 py-0.5 font-semibold [overflow-wrap:anywhere]"
    >
      {value}
    </span>
  );
}

/** All of them as a file. */
export function FaultsFile({ importId, name }: { importId: string; name: string }) {
  return (
    <DownloadButton
      small
      fetchFile={async () => ({
        name: `${name.replace(/\.\w+$/, '')}-errors.csv`,
        file: await download('exportImportFaults', {}, { id: importId }),
      })}
      said={{ done: (saved) => `Saved as ${saved}.`, failed: 'There is no file.' }}
    >
      <Icon name="download" className="size-4" />
      CSV
      <span className="sr-only">{' of all rows that cannot be used'}</span>
    </DownloadButton>
  );
}
