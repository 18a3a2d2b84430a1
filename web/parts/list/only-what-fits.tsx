import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { changed, partsAddress } from '#web/parts/parts-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** Whether a list with a vehicle has only what fits it, or all parts of which these come first. A link, so that it works without scripts. */
export function OnlyWhatFits({ wanted }: { wanted: PartsWanted }) {
  if (wanted.make === undefined) return null;
  const isOn = wanted.fit !== 'first';
  return (
    <Link
      to={partsAddress(changed(wanted, { fit: isOn ? 'first' : undefined }))}
      preventScrollReset
      aria-current={isOn ? 'true' : undefined}
      className="facet-choice"
    >
      {isOn && <Icon name="check" />}
      <span>
        Only what fits
        <span className="sr-only">{isOn ? ': on. Show all parts, fitting first' : ': off'}</span>
      </span>
    </Link>
  );
}
