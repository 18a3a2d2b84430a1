import { paths } from '#web/paths.ts';
import { Tabs } from '#web/admin/tabs.tsx';

const tabs = [
  { to: paths.synonyms, text: 'Synonyms' },
  { to: paths.emptySearches, text: 'Searches without result' },
] as const;

/** Between the two pages about the search; the dashboard's menu has one entry for both. */
export function SearchTabs() {
  return <Tabs label="The search" tabs={tabs} />;
}
