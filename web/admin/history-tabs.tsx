import { paths } from '#web/paths.ts';
import { Tabs } from './tabs.tsx';

const tabs = [
  { to: paths.auditLog, text: 'What admins did' },
  { to: paths.securityEvents, text: 'Security events' },
] as const;

/** Between the two pages of what was written down; the dashboard's menu has one entry for both. */
export function HistoryTabs() {
  return <Tabs label="What was written down" tabs={tabs} />;
}
