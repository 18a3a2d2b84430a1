import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Counted } from '#contract/counted.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { rangeInWords } from './counts.ts';

/** Which parts of how many are in sight, and the pages before and after. */
export function ListPages(props: {
  wanted: PartsWanted;
  page: number;
  pageLength: number;
  rows: number;
  total: Counted;
  hasNext: boolean;
}) {
  const { wanted, page, rows, total, hasNext } = props;
  const { page: _page, ...first } = wanted;
  const at = (number: number) =>
    partsAddress(number < 2 ? first : { ...first, page: String(number) });
  return (
    <nav
      aria-label="Pages of the list"
      className="mt-6 flex flex-wrap items-center justify-between gap-4"
    >
      <p className="quiet figures text-sm">
        {rows > 0 && rangeInWords((page - 1) * props.pageLength + 1, rows, total)}
      </p>
      <div className="flex flex-wrap gap-3">
        {page > 1 && (
          <ButtonLink to={at(page - 1)} rel="prev">
            Previous page
          </ButtonLink>
        )}
        {hasNext && (
          <ButtonLink to={at(page + 1)} rel="next">
            Next page
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
