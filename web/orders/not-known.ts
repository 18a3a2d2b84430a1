/** What is said when no answer tells whether something was done, such as 'your list was ordered'. */
export function notKnown(what: string, message: string): string {
  return `It is not known whether ${what}; if it was, My Orders shows it. ${message}`;
}
