import { Fragment } from 'react';
import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterForm } from './filter-form.tsx';

/** From and to of a price or a measure; the widest span that is there stands in the empty fields. */
export function SpanForm(props: {
  title: string;
  names: { from: string; to: string };
  from: string | undefined;
  to: string | undefined;
  least: string;
  most: string;
  kept: PartsWanted;
}) {
  const { title, names, from, to, kept } = props;
  const ends = [
    { end: 'from', name: names.from, value: from, widest: props.least },
    { end: 'to', name: names.to, value: to, widest: props.most },
  ];
  return (
    // A new address has new fields.
    <FilterForm
      key={`${from}-${to}`}
      label={title}
      kept={kept}
      className="mb-2 flex items-center gap-2"
    >
      {ends.map(({ end, name, value, widest }) => (
        <Fragment key={end}>
          {end === 'to' && <span className="quiet text-sm">to</span>}
          <input
            name={name}
            aria-label={`${title}, ${end}`}
            defaultValue={value}
            placeholder={widest}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            className="input control figures h-10 w-full min-w-0 px-2 text-[0.8125rem] max-lg:h-11 max-lg:text-base"
          />
        </Fragment>
      ))}
      <Button type="submit" small className="flex-none max-lg:min-h-11">
        Set<span className="sr-only">{` ${title}`}</span>
      </Button>
    </FilterForm>
  );
}
