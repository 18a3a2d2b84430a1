import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** The pages of the shop (Spec §2; addresses beyond it stand in docs/paths.md). Every other address is the 404 page. */
export default [
  index('home/home-page.tsx', { id: 'start' }),
  route('home', 'home/home-page.tsx', { id: 'home' }),
  route('parts', 'parts/parts-page.tsx'),
  route('payment/:id/:key?', 'payments/payment-page.tsx'),
  route('purchase/:id', 'orders/purchase-page.tsx'),
  route('my-portfolio', 'portfolio/portfolio-page.tsx'),
  route('blog', 'blog/blog-page.tsx'),
  route('dashboard', 'dashboard/dashboard-layout.tsx', [
    index('dashboard/start-page.tsx'),
    route('my-orders', 'orders/my-orders-page.tsx'),
    route('my-orders/:id', 'orders/order-page.tsx'),
    route('add-a-review', 'reviews/add-a-review-page.tsx'),
    route('add-a-review/:id', 'reviews/review-form-page.tsx'),
    route('my-profile', 'users/my-profile-page.tsx'),
    layout('admin/admin-layout.tsx', [
      route('manage-users', 'admin/users/manage-users-page.tsx'),
      route('manage-orders', 'admin/orders/manage-orders-page.tsx'),
      route('add-products', 'admin/parts/add-product-page.tsx'),
      route('manage-products', 'admin/parts/manage-products-page.tsx'),
      route('manage-products/:id', 'admin/parts/edit-product-page.tsx'),
      route('audit-log', 'admin/audit/audit-log-page.tsx'),
      route('security-events', 'admin/security-events/security-events-page.tsx'),
      route('doctor', 'admin/doctor/doctor-page.tsx'),
    ]),
  ]),
  route('login', 'session/login-page.tsx'),
  route('register', 'session/register-page.tsx'),
  route('forget-password', 'session/forget-password-page.tsx'),
  route('verify-email', 'session/verify-email-page.tsx'),
  route('reset-password', 'session/reset-password-page.tsx'),
  route('confirm-browser', 'session/confirm-browser-page.tsx'),
  route('google-done', 'session/google-done-page.tsx'),
  route('dev/outbox', 'dev/outbox-page.tsx'),
  route('*', 'not-found-page.tsx'),
] satisfies RouteConfig;
