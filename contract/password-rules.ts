/** The maximum length of a password, in UTF-16 units. */
export const passwordMax = 128;

export const passwordTooLong = `Must be ${passwordMax} characters or shorter`;
