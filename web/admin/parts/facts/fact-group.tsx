import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PartFactName } from '#contract/part-facts.ts';
import { typedPart, type PartErrors } from '#web/admin/parts/part-form.ts';
import { countTyped } from '#web/admin/parts/typed-lists.ts';
import { Icon } from '#web/ui/icon.tsx';

/** What a group says of its values. */
const words = (count: number) => (count === 0 ? 'none' : String(count));

/**
 * A group of optional fields, which opens by itself when it has values or a fault. Its summary says how many values it has.
 */
export function FactGroup(props: {
  title: string;
  names: readonly PartFactName[];
  /** Which of them its count is of; all, unless said otherwise. */
  counted?: readonly PartFactName[];
  /** How many it has at first. */
  count: number;
  /** Whether it has something beside what is counted. */
  hasMore?: boolean;
  errors: PartErrors | undefined;
  children: ReactNode;
}) {
  const { title, names, counted = names, hasMore = false, errors, children } = props;
  const box = useRef<HTMLDetailsElement>(null);
  const [count, setCount] = useState(props.count);
  const [open, setOpen] = useState(count > 0 || hasMore);
  const [shown, setShown] = useState(errors);
  // While it is rendered, so that the field with the fault can be given the focus at once.
  if (shown !== errors) {
    setShown(errors);
    if (hasFault(errors, names)) setOpen(true);
  }
  function recount() {
    const form = box.current?.closest('form');
    if (form) setCount(countTyped(typedPart(new FormData(form), counted), counted));
  }
  // What is there after each change from outside: values that were taken over, pictures that were moved.
  useEffect(recount);
  return (
    <details
      ref={box}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInput={recount}
      className="group border-base-300 border-b"
    >
      <summary className="hover:bg-base-content/5 -mx-2 flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-sm px-2 [&::-webkit-details-marker]:hidden">
        <Icon name="right" className="size-4 group-open:rotate-90" />
        <span className="font-semibold">{title}</span>
        <span className="quiet figures ms-auto text-sm">{words(count)}</span>
      </summary>
      <div className="pt-2 pb-6">{children}</div>
    </details>
  );
}

function hasFault(errors: PartErrors | undefined, names: readonly PartFactName[]): boolean {
  return Object.keys(errors ?? {}).some((place) =>
    names.some((name) => place === name || place.startsWith(`${name}.`)),
  );
}
