import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useLines } from './order-list.ts';
import { Link } from '#web/ui/link.tsx';

/** The way to the order pad in the header of every page, with the number of lines on the list. */
export function OrderPadLink() {
  useListKept();
  const { pathname } = useLocation();
  const count = useLines().length;
  const words = count === 1 ? '1 line' : `${count} lines`;
  return (
    <Link
      to={paths.orderPad}
      aria-current={pathname === paths.orderPad ? 'page' : undefined}
      title="Order pad"
      className="relative grid size-11 place-items-center rounded-md hover:bg-white/10 aria-[current=page]:shadow-[inset_0_-2px_0_var(--color-primary)]"
    >
      <Icon name="list" />
      <span className="sr-only">{count === 0 ? 'Order pad' : `Order pad, ${words}`}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="bg-primary text-primary-content figures absolute end-0.5 top-1 grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-xs font-semibold"
        >
          {count}
        </span>
      )}
    </Link>
  );
}

/** Keeps the list of whoever signs in in their account. Guests do not load what does it. */
function useListKept(): void {
  const email = useSession()?.email;
  useEffect(() => {
    if (email === undefined) return undefined;
    const started = import('./keep-list.ts');
    const keeping = new AbortController();
    void started.then(({ keepList }) => {
      if (!keeping.signal.aborted) keeping.signal.addEventListener('abort', keepList());
    });
    return () => keeping.abort();
  }, [email]);
}
