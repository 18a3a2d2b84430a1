import { useState, type ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Table } from '#web/ui/table.tsx';

/** Rows that say most; the others come when they are asked for. */
const usualRows = 8;

/** A table that begins with its first rows alone. */
export function ShortTable<Row>(props: ComponentProps<typeof Table<Row>>) {
  const { rows } = props;
  const [isWhole, setIsWhole] = useState(false);
  const rest = isWhole ? 0 : rows.length - usualRows;
  return (
    <>
      <Table {...props} rows={rest > 0 ? rows.slice(0, usualRows) : rows} />
      {rest > 0 && (
        <Button small className="no-print mt-2" onClick={() => setIsWhole(true)}>
          {`Show all ${rows.length}`}
          <span className="sr-only">{` of ${props.label}`}</span>
        </Button>
      )}
    </>
  );
}
