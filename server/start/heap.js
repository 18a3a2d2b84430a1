// Imported by server/main.js for its effect, record 0042.
import { setFlagsFromString } from 'node:v8';

/**
 * V8's flag by which the heap of long-lived objects may grow by so many percent before it is collected again; without it V8 lets a heap of
 * 60 MB grow to 300 on a machine that has the memory. V8 reads it at each collection; it passes over flags that it does not know.
 */
export const heapFlag = '--heap-growing-percent';

setFlagsFromString(`${heapFlag}=50`);
