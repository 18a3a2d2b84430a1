import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const id = 'filters';

/**
 * The filters: beside the list where there is room, else a sheet over it. A popover opens and closes before the page's scripts
 * run, and without them.
 */
export function FacetSheet(props: {
  beside: boolean;
  /** How many parts there are, on the sheet's way back to them. */
  total: string | undefined;
  children: ReactNode;
}) {
  const column = props.beside
    ? 'lg:static lg:block lg:max-h-none lg:w-auto lg:overflow-visible lg:bg-transparent lg:p-0'
    : 'lg:inset-y-0 lg:start-0 lg:end-auto lg:h-dvh lg:max-h-none lg:w-80';
  const only = props.beside ? 'lg:hidden' : '';
  return (
    <aside
      id={id}
      popover="auto"
      aria-label="Filters"
      className={`facet-sheet bg-base-200 text-base-content fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto overscroll-contain p-4 ${column}`}
    >
      <div className={`mb-3 flex items-center justify-between ${only}`}>
        <h2 className="text-lg">Filters</h2>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close the filters"
          className="hover:bg-base-content/8 -me-2 grid size-11 place-items-center rounded-md"
        >
          <Icon name="close" />
        </button>
      </div>
      {props.children}
      <div className={`bg-base-200 sticky -bottom-4 -mx-4 -mb-4 p-4 ${only}`}>
        <Button
          popoverTarget={id}
          popoverTargetAction="hide"
          look="signal"
          className="w-full min-h-11"
        >
          {props.total === undefined ? 'Show the parts' : `Show ${props.total}`}
        </Button>
      </div>
    </aside>
  );
}

/** Opens the filters where they do not stand beside the list. */
export function FacetSheetButton({ beside, chosen }: { beside: boolean; chosen: number }) {
  return (
    <Button popoverTarget={id} className={`min-h-11 px-4 ${beside ? 'lg:hidden' : 'lg:min-h-10'}`}>
      <Icon name="filters" className="size-4" />
      Filters
      {chosen > 0 && <span className="figures">{chosen}</span>}
    </Button>
  );
}
