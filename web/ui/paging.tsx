import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ButtonLink } from './button.tsx';

/** The number of a page's first row, from `?from=`: 1 on the first page. A cursor does not tell it. */
export function firstRowOf(search: string): number {
  const from = Number(new URLSearchParams(search).get('from'));
  return Number.isSafeInteger(from) && from > 0 ? from : 1;
}

/** The rows shown of a long list, and links to its other pages; all in the address. Nothing when one page holds the list. */
export function Paging(props: {
  label: string;
  rows: number;
  next: string | undefined;
  /** Of how many, where that is known. */
  of?: ReactNode;
}) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const later = query.has('cursor');
  if (!later && props.next === undefined) return null;
  const from = firstRowOf(search);
  return (
    <nav
      aria-label={props.label}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p className="quiet figures">
        {props.rows > 0 && `Rows ${from} to ${from + props.rows - 1}`}
        {props.rows > 0 && props.of}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {later && (
          <Link to={addressOf(query)} className="link inline-flex min-h-11 items-center">
            First page
          </Link>
        )}
        {props.next !== undefined && (
          <ButtonLink
            rel="next"
            to={addressOf(query, { cursor: props.next, from: String(from + props.rows) })}
          >
            Next page
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

function addressOf(
  query: URLSearchParams,
  page: { readonly cursor?: string; readonly from?: string } = {},
): string {
  const other = new URLSearchParams(query);
  other.delete('cursor');
  other.delete('from');
  for (const [name, value] of Object.entries(page)) other.set(name, value);
  return `?${other.toString()}`;
}
