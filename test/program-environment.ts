import path from 'node:path';

/**
 * All that a program started by a test gets of this process's environment: where programs are, and a folder of what Node
 * compiled before, which takes a third off the work of a start.
 */
export const programEnvironment = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'),
};

/** Programs of a test end before a thorough compilation of the database engine pays; without it a start costs a fifth less. */
export const programFlags = ['--liftoff-only'];
