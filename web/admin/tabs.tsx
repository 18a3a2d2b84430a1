import { useLocation } from 'react-router';
import { Link } from '#web/ui/link.tsx';

/** Links between pages that have one entry in the dashboard's menu. */
export function Tabs(props: {
  label: string;
  tabs: readonly { readonly to: string; readonly text: string }[];
}) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={props.label} className="border-base-300 mb-6 border-b">
      <ul className="flex flex-wrap gap-x-2">
        {props.tabs.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className={`-mb-px flex min-h-11 items-center border-b-3 px-3 font-semibold ${
                pathname === to ? 'border-primary' : 'quiet hover:bg-base-300/50 border-transparent'
              }`}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
