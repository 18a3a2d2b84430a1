import { Tabs } from '#web/admin/tabs.tsx';
import { paths } from '#web/paths.ts';

const tabs = [
  { to: paths.vehicles, text: 'Coverage' },
  { to: paths.fitmentFaults, text: 'Parts to mend' },
  { to: paths.addedVehicles, text: 'Added vehicles' },
  { to: paths.vehicleNames, text: 'Other names' },
] as const;

/** Between the pages about vehicles; the dashboard's menu has one entry for all. */
export function VehicleTabs() {
  return <Tabs label="Vehicles" tabs={tabs} />;
}
