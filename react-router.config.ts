import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // All routes travel with the first page: they are few, and no /__manifest call is needed.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
