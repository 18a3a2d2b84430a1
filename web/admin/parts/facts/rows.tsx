import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { PartErrors } from '#web/admin/parts/part-form.ts';
import type { ListFactName } from '#web/admin/parts/typed-lists.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** How the fields of a row are called in the form, what they hold at first and what is wrong with them. */
export interface RowFields<Value> {
  readonly start: Value | undefined;
  readonly nameOf: (column: keyof Value & string) => string;
  readonly errorOf: (column: keyof Value & string) => string | undefined;
}

interface Row<Value> {
  readonly key: number;
  readonly start: Value | undefined;
}

/** A list of a form: rows that are added and removed. Their fields keep what is typed themselves; empty rows count for nothing. */
export function Rows<Value>(props: {
  name: ListFactName;
  start: readonly Value[];
  /** What a row is about: 'Vehicle'. */
  row: string;
  most: number;
  errors: PartErrors | undefined;
  /** The layout of a row. */
  className: string;
  children: (row: RowFields<Value>) => ReactNode;
}) {
  const { name, row, most, errors, className, children } = props;
  const [rows, setRows] = useState<readonly Row<Value>[]>(() =>
    props.start.map((start, key) => ({ key, start })),
  );
  const keys = useRef(props.start.length);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function change(to: readonly Row<Value>[]) {
    flushSync(() => setRows(to));
    // The form looks at its faults again, as after typing.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function add() {
    change([...rows, { key: (keys.current += 1), start: undefined }]);
    list.current?.lastElementChild?.querySelector<HTMLElement>('select, input')?.focus();
  }
  function remove(key: number) {
    change(rows.filter((one) => one.key !== key));
    addButton.current?.focus();
  }
  return (
    <div className="flex flex-col gap-4">
      <input type="hidden" name={name} value="" />
      <Fault>{errors?.[name]}</Fault>
      <ul ref={list} className="flex flex-col gap-4 empty:hidden lg:gap-2">
        {rows.map(({ key, start }, index) => (
          <li
            key={key}
            className="max-lg:border-base-300 lg:not-first:[&_label]:sr-only max-lg:border-b max-lg:pb-4"
          >
            <fieldset
              aria-label={`${row} ${index + 1}`}
              className={`grid gap-3 min-[22rem]:grid-cols-2 lg:items-start ${className}`}
            >
              {children({
                start,
                nameOf: (column) => `${name}.${key}.${column}`,
                errorOf: (column) => errors?.[`${name}.${key}.${column}`],
              })}
              <Button
                look="quiet"
                aria-label={`Remove ${row.toLowerCase()} ${index + 1}`}
                className={`px-3! max-lg:col-start-[-2] max-lg:self-end max-lg:justify-self-end ${index === 0 ? 'lg:mt-6.5' : ''}`}
                onClick={() => remove(key)}
              >
                <Icon name="close" className="size-4" />
                <span className="lg:hidden">Remove</span>
              </Button>
            </fieldset>
          </li>
        ))}
      </ul>
      <div>
        <Button ref={addButton} disabled={rows.length >= most} onClick={add}>
          <Icon name="plus" className="size-4" />
          {`Add ${row.toLowerCase()}`}
        </Button>
        {rows.length >= most && <p className="quiet mt-1 text-sm">{`At most ${most}.`}</p>}
      </div>
    </div>
  );
}

/** What is wrong with a list as a whole; it can be given the focus like a field. */
export function Fault({ children }: { children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <p data-invalid tabIndex={-1} className="text-error text-sm font-semibold">
      {children}
    </p>
  );
}
