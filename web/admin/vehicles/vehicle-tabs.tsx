import { Tabs } from '#web/admin/tabs.tsx';
import { paths } from '#web/paths.ts';
import { vehiclePaths } from './vehicle-paths.ts';

const tabs = [
  { to: paths.vehicles, text: 'Coverage' },
  { to: vehiclePaths.faults, text: 'Parts to mend' },
  { to: vehiclePaths.added, text: 'Added vehicles' },
  { to: vehiclePaths.names, text: 'Other names' },
] as const;

/** Between the pages about vehicles; the dashboard's menu has one entry for all. */
export function VehicleTabs() {
  return <Tabs label="Vehicles" tabs={tabs} />;
}
