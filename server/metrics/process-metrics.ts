import { collectDefaultMetrics, Registry } from '@prometheus-io/client';

let registry: Registry | undefined;

/** Memory, CPU, open handles and event loop of this process; measured from the first call on. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    // Takes longer to write than all others together; the histogram of the same figure stays.
    registry.removeSingleMetric('nodejs_eventloop_utilization_summary');
  }
  return registry;
}
