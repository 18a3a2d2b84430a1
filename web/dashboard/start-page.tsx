import { Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useDashboardUser } from './dashboard-user.ts';

/** `/dashboard` itself: My Orders, for admins My Profile (Spec §2). */
export default function DashboardStartPage() {
  const { role } = useDashboardUser();
  return (
    <>
      <Navigate to={role ? paths.myProfile : paths.myOrders} replace />
      <Spinner />
    </>
  );
}
