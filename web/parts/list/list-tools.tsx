import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { changed, partsAddress } from '#web/parts/parts-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { FilterForm, useShowList } from './filter-form.tsx';
import { Link } from '#web/ui/link.tsx';

const orders = {
  relevance: 'Best match',
  newest: 'Newest first',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  name: 'Name',
};
/** The same orders where the parts that fit come first. What tells them apart comes first: on a phone the end is cut off. */
const fittingFirst: typeof orders = {
  relevance: 'Best match, fitting first',
  newest: 'Newest, fitting first',
  price: 'Lowest price, fitting first',
  '-price': 'Highest price, fitting first',
  name: 'Name, fitting first',
};

/** How the list is sorted and shown; on a phone the order has a row of its own, where no choice is cut. */
export function ListTools({ wanted }: { wanted: PartsWanted }) {
  const show = useShowList();
  const { relevance, newest, ...others } = wanted.fit === 'first' ? fittingFirst : orders;
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:contents max-lg:grow max-lg:basis-56 sm:gap-3 lg:order-last lg:ms-auto">
      <FilterForm
        label="Order of the list"
        kept={changed(wanted, { sort: undefined })}
        className="flex min-w-0 items-center gap-2 max-lg:flex-1 max-sm:order-1 max-sm:basis-full"
      >
        <label htmlFor="sort" className="quiet text-sm max-lg:sr-only">
          Sort
        </label>
        <select
          id="sort"
          name="sort"
          value={wanted.sort ?? ''}
          onChange={({ currentTarget }) => {
            if (currentTarget.form) show(currentTarget.form);
          }}
          className="input control h-11 w-auto min-w-0 max-lg:w-full truncate cursor-auto appearance-auto pe-1 text-base lg:h-10 lg:text-sm"
        >
          <option value="">{wanted.q === undefined ? newest : relevance}</option>
          {wanted.q !== undefined && <option value="newest">{newest}</option>}
          {Object.entries(others).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <noscript>
          <Button type="submit" small>
            Sort
          </Button>
        </noscript>
      </FilterForm>
      <nav
        aria-label="View"
        className="control rounded-field bg-base-100 inline-flex flex-none overflow-hidden border max-sm:ms-auto"
      >
        <View wanted={wanted} view={undefined} icon="grid" text="Grid" />
        <View wanted={wanted} view="table" icon="rows" text="Table" />
      </nav>
    </div>
  );
}

function View(props: {
  wanted: PartsWanted;
  view: 'table' | undefined;
  icon: IconName;
  text: string;
}) {
  const { wanted, view, icon, text } = props;
  const here = wanted.view === view;
  return (
    <Link
      to={partsAddress(changed(wanted, { view }))}
      preventScrollReset
      aria-current={here ? 'true' : undefined}
      className={`inline-flex h-11 min-w-11 items-center justify-center gap-2 px-3 sm:px-3.5 text-sm font-semibold lg:h-10 ${
        here ? 'bg-base-content text-base-100' : 'hover:bg-base-200'
      }`}
    >
      <Icon name={icon} className="size-4" />
      <span className="max-sm:sr-only">{text}</span>
    </Link>
  );
}
