import { Link, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';

const tabs = [
  { to: paths.auditLog, text: 'What admins did' },
  { to: paths.securityEvents, text: 'Security events' },
] as const;

/** Between the two pages of what was written down; the dashboard's menu has one entry for both. */
export function HistoryTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="What was written down" className="border-base-300 mb-6 border-b">
      <ul className="flex flex-wrap gap-x-2">
        {tabs.map(({ to, text }) => (
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
