import type { NumberOwner } from '#web/admin/parts/refusal-of.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** Leads to the other part that has the number. */
export function OwnerLink({ owner }: { owner: NumberOwner | undefined }) {
  if (owner === undefined) return null;
  return (
    <p className="mt-1 text-sm">
      {'It belongs to '}
      <Link to={paths.manageProduct(owner._id)} target="_blank" className="link font-semibold">
        {owner.name}
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </p>
  );
}
