import { useLocation } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { Notice } from '#web/ui/notice.tsx';

/** That a list was ordered at other prices than its page showed: the totals in dollars, passed on in the router's state. */
export interface OtherPrices {
  readonly shown: number;
  readonly total: number;
}

/** Says so before the list is paid. */
export function OtherPricesNotice() {
  const state = useLocation().state as { readonly otherPrices?: OtherPrices } | null;
  if (!state?.otherPrices) return null;
  const { shown, total } = state.otherPrices;
  return (
    <Notice tone="waiting" className="lg:col-span-2">
      <p className="figures">
        {`Prices changed while the order pad was open: the list was ordered for ${formatDollars(total)}, not ${formatDollars(shown)}. It can still be cancelled.`}
      </p>
    </Notice>
  );
}
