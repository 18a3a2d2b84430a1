import { route, type RouteConfig } from '@react-router/dev/routes';

/** The pages of the shop (Spec §2; addresses beyond it stand in docs/paths.md). Every other address is the 404 page. */
export default [
  route('*', 'not-found-page.tsx'),
] satisfies RouteConfig;
