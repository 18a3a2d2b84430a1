/** Whether a text can be a tracking link: an https address, without the name and password that some carry. */
export function isTrackingLink(text: string): boolean {
  return /^https:\/\/[^\s/?#@\\:]+(:\d{1,5})?([/?#]\S*)?$/.test(text);
}
