/** The most characters (UTF-16 units) a password may have: a hash costs the same for all of them, and nobody types more. */
export const passwordMax = 128;
