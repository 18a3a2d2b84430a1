import type { ReactNode } from 'react';
import { Form, useNavigate } from 'react-router';
import { partsQueryOf, partsWantedIn, type PartsWanted } from '#contract/parts-address-rules.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';

/** Shows the list that a form of this page asks for, under its shortest address. */
export function useShowList(): (form: HTMLFormElement) => void {
  const navigate = useNavigate();
  return (form) =>
    void navigate(partsAddress(partsWantedIn(new FormData(form))), { preventScrollReset: true });
}

/** A plain GET form for some of the filters; the others are sent with it. */
export function FilterForm(props: {
  label: string;
  /** What else stays. */
  kept: PartsWanted;
  className?: string;
  children: ReactNode;
}) {
  const show = useShowList();
  return (
    <Form
      aria-label={props.label}
      action={paths.parts}
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault();
        show(event.currentTarget);
      }}
    >
      {partsQueryOf(props.kept).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {props.children}
    </Form>
  );
}
