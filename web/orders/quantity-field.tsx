import { stepOf } from '#contract/order-rules.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ControlFrame, useControl } from '#web/ui/field.tsx';
import { adviseQuantity, type SoldBy } from './quantity-advice.ts';

/**
 * The quantity with buttons to the next valid ones. The help line always states the rule and the valid quantities, because
 * submitting an out-of-range one shows no message (Spec §5; decisions: Orders).
 */
export function QuantityField(props: {
  typed: string;
  limits: SoldBy;
  error: string | undefined;
  onType: (typed: string) => void;
}) {
  const { typed, limits, error, onType } = props;
  const advice = adviseQuantity(typed, limits);
  const help = (
    <span className="flex flex-col gap-0.5">
      <span className={advice.possible ? '' : 'text-warning font-semibold'}>{advice.rule} </span>
      <NextValid typed={typed} advice={advice} />
    </span>
  );
  const field = { label: 'Quantity', name: 'quantity', error, help };
  const { frame, control } = useControl(field, '');
  return (
    <ControlFrame {...frame}>
      <div className="flex gap-2">
        <Step sign="-" to={advice.below} onStep={onType} />
        <input
          {...control}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          required
          min={limits.orderQuantity}
          max={Math.min(limits.inStock, limits.largestOrder ?? limits.inStock)}
          step={stepOf(limits)}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          className="input control figures h-12 min-w-0 grow text-center text-lg font-semibold [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <Step sign="+" to={advice.above} onStep={onType} />
      </div>
    </ControlFrame>
  );
}

function Step(props: { sign: '-' | '+'; to: number | undefined; onStep: (typed: string) => void }) {
  const { sign, to, onStep } = props;
  return (
    <button
      type="button"
      // Stays focusable at either end, so that stepping by keyboard does not lose the focus.
      aria-disabled={to === undefined}
      aria-label={
        to === undefined
          ? `No quantity ${sign === '+' ? 'above' : 'below'}`
          : `Set quantity to ${to}`
      }
      onClick={() => to !== undefined && onStep(String(to))}
      className={`btn button-plain control h-12 w-14 flex-none shadow-none ${to === undefined ? 'opacity-40' : ''}`}
    >
      <Icon name={sign === '+' ? 'plus' : 'minus'} />
    </button>
  );
}

function NextValid(props: { typed: string; advice: ReturnType<typeof adviseQuantity> }) {
  const { typed, advice } = props;
  const next = [advice.below, advice.above].filter((quantity) => quantity !== undefined);
  if (next.length === 0) return null;
  const doubt = advice.fits || typed.trim() === '' ? '' : `${typed} does not fit. `;
  return (
    <span className={doubt === '' ? 'text-base-content' : 'text-warning font-semibold'}>
      {`${doubt}Next valid: `}
      <strong className="text-base-content text-base font-semibold whitespace-nowrap">
        {next.join(' or ')}
      </strong>
    </span>
  );
}
