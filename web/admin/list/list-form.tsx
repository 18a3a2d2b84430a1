import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { Form, useLocation, useNavigate, useNavigation } from 'react-router';
import { vinNoteId } from '#contract/vin-rules.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { listQueryOf } from './list-query-of.ts';

/** A choice that narrows or sorts a list; its first option is the usual one and stands in no address. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly usual: string;
  readonly options: Readonly<Record<string, string>>;
  /** Wide screens have another way: the heads of the table. */
  readonly phonesOnly?: true;
}

/** How a list is sorted where its table has no heads to press. */
export function sortChoice(options: Choice['options']): Choice {
  return { name: 'sort', label: 'Sort by', usual: 'Newest first', phonesOnly: true, options };
}

/** Search, filters and order of a list: all of it in the address, so that it can be kept, sent and gone back to. */
export function ListForm({
  searchLabel,
  choices,
  days = {},
  kept = [],
  onVin,
}: {
  searchLabel: string;
  choices: readonly Choice[];
  /** Labels of days that narrow the list, by their names in the address; sent with the search, not while they are typed. */
  days?: Readonly<Record<string, string>>;
  /** Names in the address that a search leaves as they are. */
  kept?: readonly string[];
  /** What a buyer may want with a VIN instead of searching for it. */
  onVin?: (vin: string) => void;
}) {
  const { pathname, search, hash } = useLocation();
  const { location: coming } = useNavigation();
  const navigate = useNavigate();
  // While a choice is on its way the form shows it already.
  const shown = new URLSearchParams(coming?.pathname === pathname ? coming.search : search);
  const q = shown.get('q') ?? '';
  const input = useShown(q);
  const noteId = useId();
  // An address that searched for one leads here (server/http/site.ts).
  const [hadVin, setHadVin] = useState(hash === `#${vinNoteId}`);

  function show(form: HTMLFormElement) {
    const { query, vin } = listQueryOf(new FormData(form));
    setHadVin(vin !== undefined);
    const field = form.elements.namedItem('q');
    if (vin !== undefined && field instanceof HTMLInputElement) {
      field.value = '';
      onVin?.(vin);
    }
    void navigate(`${pathname}?${query.toString()}`, { preventScrollReset: true });
  }
  const submitted = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    show(event.currentTarget);
  };

  return (
    <Form role="search" onSubmit={submitted} className="flex flex-wrap items-end gap-x-4 gap-y-4">
      {kept.map((name) => {
        const value = shown.get(name);
        return value !== null && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <div className="min-w-[min(14rem,100%)] grow-2 basis-64">
        <Field
          ref={input}
          label={searchLabel}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby={hadVin ? noteId : undefined}
        />
      </div>
      {choices.map((choice) => (
        <div
          key={choice.name}
          className={`min-w-[min(9rem,100%)] grow basis-36 ${choice.phonesOnly ? 'lg:hidden' : ''}`}
        >
          <ChoiceField choice={choice} chosen={shown.get(choice.name)} onChange={show} />
        </div>
      ))}
      {Object.entries(days).map(([name, label]) => (
        <div key={name} className="min-w-[min(9rem,100%)] grow basis-36">
          <DayField name={name} label={label} day={shown.get(name) ?? ''} />
        </div>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Search</Button>
        {[...shown.keys()].length > 0 && <ButtonLink to={pathname}>Clear</ButtonLink>}
      </div>
      {/* Below all of them: beside the others its field would stand higher. */}
      <p
        id={noteId}
        role="status"
        className="text-warning basis-full text-sm font-semibold empty:-mt-4"
      >
        {hadVin && 'A VIN is not searched for here, and was not kept.'}
      </p>
    </Form>
  );
}

/** An input that shows what the address says, and keeps what is being typed until the address says something else. */
function useShown(value: string) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current.value.trim() !== value) input.current.value = value;
  }, [value]);
  return input;
}

function DayField({ name, label, day }: { name: string; label: string; day: string }) {
  return (
    <Field
      ref={useShown(day)}
      label={label}
      name={name}
      type="date"
      defaultValue={day}
      max="9999-12-31"
    />
  );
}

function ChoiceField(props: {
  choice: Choice;
  chosen: string | null;
  onChange: (form: HTMLFormElement) => void;
}) {
  const { choice, chosen, onChange } = props;
  const known = chosen !== null && Object.hasOwn(choice.options, chosen) ? chosen : '';
  return (
    <Select
      label={choice.label}
      name={choice.name}
      value={known}
      onChange={({ currentTarget: select }) => {
        if (select.form) onChange(select.form);
      }}
    >
      <option value="">{choice.usual}</option>
      {Object.entries(choice.options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}
