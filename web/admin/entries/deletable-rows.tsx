import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Empty } from '#web/ui/states.tsx';
import { GoneRowNote, StepNoteLine } from '#web/ui/step-note.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { useStep, type Step } from '#web/ui/use-step.ts';

/** A table of which each row can be deleted, after a question. */
export function DeletableRows<Row extends { readonly _id: string }>(props: {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  /** Said where there are none. */
  none: string;
  title: string;
  question: string;
}) {
  const { label, rows, columns, nameOf, none, title, question } = props;
  const step = useStep<Row>(({ _id }) => ({ step: 'delete', id: _id }));
  return (
    <>
      <GoneRowNote note={step.note} rowIds={rows.map(({ _id }) => _id)} />
      {rows.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Table
          label={label}
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={[...columns, buttonsFor(step, nameOf)]}
        />
      )}
      <Confirm
        open={step.asked !== undefined}
        title={title}
        question={question}
        about={step.asked && nameOf(step.asked)}
        pending={step.pending}
        onYes={step.yes}
        onNo={step.no}
      />
    </>
  );
}

function buttonsFor<Row extends { readonly _id: string }>(
  step: Step<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    head: '',
    numeric: true,
    cell: (row) => (
      <>
        <Button small aria-label={`Delete ${nameOf(row)}`} onClick={() => step.ask(row)}>
          Delete
        </Button>
        <StepNoteLine note={step.note} rowId={row._id} />
      </>
    ),
  };
}
