import { Navigate, Outlet } from 'react-router';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { paths } from '#web/paths.ts';

/**
 * Around every admin page: others are sent to `/` (Spec §2). The dashboard around it shows a spinner until the role is known.
 * What the pages below show, the server refuses to others by itself.
 */
export default function AdminLayout() {
  const user = useDashboardUser();
  if (!user.role) return <Navigate to={paths.start} replace />;
  return <Outlet context={user} />;
}
