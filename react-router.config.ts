import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // A folder for each build (scripts/build.ts).
  buildDirectory: process.env['BUILD_FOLDER'] ?? 'build/unnamed',
  // All routes travel with the first page: they are few, and no /__manifest call is needed.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
