import { useRef, type SyntheticEvent } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, useFocusOnError } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { presetsOn, searchOf, type DaysAsked } from './days-asked.ts';

/** Which days, how they are grouped, and whether the days before are beside them: all of it in the address. */
export function RangeForm({ asked, today }: { asked: DaysAsked; today: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, asked.fault);
  const submitted = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string' && value !== '') query.set(name, value);
    void navigate(`${pathname}?${query.toString()}`, { preventScrollReset: true });
  };
  const typed = new URLSearchParams(search);
  const wide = 'min-w-[min(9rem,100%)] grow basis-36';
  return (
    <div className="no-print mb-4">
      <Presets asked={asked} today={today} />
      <Form
        // What is typed and not sent goes when other days are shown.
        key={search}
        ref={form}
        aria-label="Days"
        onSubmit={submitted}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <div className={wide}>
          <Field
            label="From day"
            name="from"
            type="date"
            max={today}
            defaultValue={asked.fault ? (typed.get('from') ?? '') : asked.range.from}
          />
        </div>
        <div className={wide}>
          <Field
            label="To day"
            name="to"
            type="date"
            max={today}
            defaultValue={asked.fault ? (typed.get('to') ?? '') : asked.range.to}
            {...(asked.fault && { 'aria-invalid': true, 'aria-describedby': faultId })}
          />
        </div>
        <div className={wide}>
          <Select label="By" name="by" defaultValue={asked.by === 'day' ? '' : asked.by}>
            <option value="">Day</option>
            <option value="week">Week</option>
            <option value="month">Month</option>
          </Select>
        </div>
        <div className={wide}>
          <Select label="Compare with" name="compare" defaultValue={asked.compares ? '' : 'no'}>
            <option value="">The days before</option>
            <option value="no">Nothing</option>
          </Select>
        </div>
        <Button type="submit">Show</Button>
      </Form>
      <p id={faultId} role="alert" className="text-error mt-2 font-semibold empty:hidden">
        {asked.fault && `${asked.fault} The last 30 days are shown.`}
      </p>
    </div>
  );
}

const faultId = 'days-fault';

function Presets({ asked, today }: { asked: DaysAsked; today: string }) {
  const presets = presetsOn(today);
  // On the 30th of a month two of them are the same days.
  const shown = presets.find(
    ({ range, by }) =>
      by === asked.by && range.from === asked.range.from && range.to === asked.range.to,
  );
  return (
    <nav aria-label="Usual days" className="border-base-300 border-b">
      <ul className="flex flex-wrap gap-x-2">
        {presets.map((preset) => (
          <li key={preset.text}>
            <Link
              to={searchOf({ ...preset, compares: asked.compares })}
              preventScrollReset
              aria-current={preset === shown ? 'page' : undefined}
              className={`-mb-px flex min-h-11 items-center border-b-3 px-3 font-semibold ${
                preset === shown
                  ? 'border-primary'
                  : 'quiet hover:bg-base-300/50 border-transparent'
              }`}
            >
              {preset.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
