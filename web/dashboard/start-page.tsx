import { Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { useDashboardUser } from './dashboard-user.ts';

/** `/dashboard` itself: My Orders, for admins My Profile (Spec §2). */
export default function DashboardStartPage() {
  return <Navigate to={useDashboardUser().role ? paths.myProfile : paths.myOrders} replace />;
}
