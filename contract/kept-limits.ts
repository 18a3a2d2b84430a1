/** How many lists and addresses one customer may keep by name. */
export const mostSavedLists = 100;
export const mostAddresses = 50;
