import { useRef, type SyntheticEvent } from 'react';
import { Form, useNavigate } from 'react-router';
import { monthAfter, monthBefore } from '#contract/book-rules.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, useFocusOnError } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { monthWords, type MonthAsked } from './month-asked.ts';

/** Which month: its neighbours by links, any other typed. */
export function MonthForm({ asked: { month, fault }, now }: { asked: MonthAsked; now: string }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, fault);
  const submitted = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('month');
    void navigate(bookOf(typeof typed === 'string' ? typed : ''));
  };
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1">
      <Form
        key={`${month}${fault ?? ''}`}
        ref={form}
        aria-label="Month"
        onSubmit={submitted}
        className="flex flex-wrap items-start gap-3"
      >
        <div className="book-month">
          <Field
            label="Month"
            name="month"
            type="month"
            required
            placeholder="2026-11"
            defaultValue={fault ?? month}
            {...(fault !== undefined && {
              error: `This is no month, such as ${now}. This month is shown.`,
            })}
          />
        </div>
        <Button type="submit" className="book-show">
          Show
        </Button>
      </Form>
      <nav aria-label="Other months" className="flex flex-wrap gap-x-5">
        <Neighbour month={monthBefore(month)} />
        {month < now && <Neighbour month={monthAfter(month)} />}
        <Link to={paths.overview} className="link inline-flex min-h-11 items-center">
          Overview
        </Link>
      </nav>
    </div>
  );
}

/** The book of a month. */
function bookOf(month: string): string {
  return `${paths.overview}/books?month=${encodeURIComponent(month)}`;
}

function Neighbour({ month }: { month: string }) {
  return (
    <Link to={bookOf(month)} className="link inline-flex min-h-11 items-center">
      {monthWords(month)}
    </Link>
  );
}
