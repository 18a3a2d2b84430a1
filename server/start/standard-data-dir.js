/** Where DATA_DIR is when it is not set; variables.ts has the other defaults. */
export const standardDataDir = '.data';
