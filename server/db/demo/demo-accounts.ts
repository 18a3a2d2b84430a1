/** The sign-ins that the README and the start print; they exist in demo mode only, and a live shop refuses a database that holds them. */
export const demoAccounts = {
  admin: { name: 'Ada Lindqvarn', email: 'admin@example.com', password: 'workshop-keys-1180' },
  customer: { name: 'Casey Harrowell', email: 'customer@example.com', password: 'brake-discs-200' },
} as const;
