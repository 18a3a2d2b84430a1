import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from './button.tsx';
import { Link } from './link.tsx';

/** The number of a page's first row, from `?from=`: 1 on the first page. A cursor does not tell it. */
export function firstRowOf(search: string, name = 'from'): number {
  const from = Number(new URLSearchParams(search).get(name));
  return Number.isSafeInteger(from) && from > 0 ? from : 1;
}

/** The rows shown of a long list, and links to its other pages; all in the address. Nothing when one page holds the list. */
export function Paging(props: {
  label: string;
  rows: number;
  next: string | undefined;
  /** Of how many, where that is known. */
  of?: ReactNode;
  /** The query's name for where the page begins, if the address has several lists. */
  cursor?: string;
  /** The id of the list, if it is not at the beginning of the page. */
  at?: string;
}) {
  const { cursor = 'cursor', at } = props;
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const later = query.has(cursor);
  if (!later && props.next === undefined) return null;
  const names = { cursor, from: cursor === 'cursor' ? 'from' : `${cursor}From` };
  const from = firstRowOf(search, names.from);
  const hash = at === undefined ? '' : `#${at}`;
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
          <Link
            to={addressOf(query, names) + hash}
            className="link inline-flex min-h-11 items-center"
          >
            First page
          </Link>
        )}
        {props.next !== undefined && (
          <ButtonLink
            rel="next"
            to={addressOf(query, names, { cursor: props.next, from: from + props.rows }) + hash}
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
  names: { readonly cursor: string; readonly from: string },
  page?: { readonly cursor: string; readonly from: number },
): string {
  const other = new URLSearchParams(query);
  other.delete(names.cursor);
  other.delete(names.from);
  if (page) {
    other.set(names.cursor, page.cursor);
    other.set(names.from, String(page.from));
  }
  return `?${other.toString()}`;
}
