import { Button } from '#web/ui/button.tsx';
import { grouped } from './card-fields.ts';

/** Some of the sandbox's cards (contract/sandbox-cards.ts). */
const shown = [
  ['4242424242424242', 'Pays'],
  ['4000000000000002', 'Is declined'],
  ['4000000000009995', 'Has insufficient funds'],
  ['4000002500003155', 'Asks for 3-D Secure, then pays'],
] as const;

/** Says that no money moves, and what each test card does. */
export function TestCards(props: { disabled: boolean; onUse: (number: string) => void }) {
  const { disabled, onUse } = props;
  return (
    <div className="rounded-box bg-base-200 border-base-300 border px-4 pt-4 pb-1 text-sm">
      <p>
        <strong>This is a test shop: no money moves.</strong> Please never type a real card. Any
        date in the future and any security code will do.
      </p>
      <details className="mt-1">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold underline">
          Test cards
        </summary>
        <ul className="mb-3 flex flex-col gap-1">
          {shown.map(([number, does]) => (
            <li key={number} className="flex flex-wrap items-center justify-between gap-x-4">
              <span>
                <span className="figures unbroken font-semibold">{grouped('number', number)}</span>
                <span className="quiet block">{does}</span>
              </span>
              <Button
                small
                look="quiet"
                disabled={disabled}
                onClick={() => onUse(number)}
                aria-label={`Use the card that ends in ${number.slice(-4)}`}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
