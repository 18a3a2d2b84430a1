import { collectDefaultMetrics, Registry } from '@prometheus-io/client';

let registry: Registry | undefined;

/** Memory, CPU, open handles and event loop of this process; measured from the first call on. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
