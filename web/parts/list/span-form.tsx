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
  const field =
    'input control figures h-10 w-full min-w-0 px-2 text-[0.8125rem] max-lg:h-11 max-lg:text-base';
  return (
    // A new address has new fields.
    <FilterForm
      key={`${from}-${to}`}
      label={title}
      kept={kept}
      className="mb-2 flex items-center gap-2"
    >
      <input
        name={names.from}
        aria-label={`${title}, from`}
        defaultValue={from}
        placeholder={props.least}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        className={field}
      />
      <span className="quiet text-sm">to</span>
      <input
        name={names.to}
        aria-label={`${title}, to`}
        defaultValue={to}
        placeholder={props.most}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        className={field}
      />
      <Button type="submit" small className="flex-none max-lg:min-h-11">
        Set<span className="sr-only">{` ${title}`}</span>
      </Button>
    </FilterForm>
  );
}
