/** What is said where somebody enters a VIN in place of a part's number. */
export const vinRefused =
  'A VIN is not the number of a part, and was not kept. Enter it at “Your vehicle”.';
