/** Rows of one page of a list. */
export const pageLength = 20;
