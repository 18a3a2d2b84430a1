/** Lines that a list may have. */
export const mostLines = 500;

/** Characters that a number may have. */
export const longestNumber = 60;
