import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits, texts } from '#contract/texts.ts';

const spec = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'spec.md'), 'utf8');

/** The numbered sentences of docs/spec.md. */
const sentences = new Map(
  [...spec.matchAll(/\[(\d+\.\d+)\] ([^\n]*?)(?= \[\d+\.\d+\] |$)/gm)].map(
    ([, number = '', words = '']) => [number, words],
  ),
);

/**
 * Each text and its sentence of the specification. Journeys compare pages with `texts`, so they would not notice a wrong text
 * there.
 */
const said: Readonly<Record<keyof typeof texts, readonly [number: string, text: string]>> = {
  pageNotFound: ['2.10', 'Page Not Founded'],
  heroTitle: ['2.19', 'Find the suitable spare parts for your car!'],
  showAllParts: ['2.19', 'Show All Parts'],
  chooseParts: ['2.20', 'Choose Parts'],
  giveYourAddress: ['2.20', 'Give Your Address'],
  makePayment: ['2.20', 'Make payment'],
  allOurParts: ['2.21', 'All Our Parts'],
  clientsReview: ['2.23', 'Clients Review'],
  purchaseNow: ['2.22', 'Purchase now'],
  figuresTitle: ['2.24', 'Millions of people trust us'],
  servedCustomer: ['2.24', 'Served Customer'],
  servedCustomerFigure: ['2.24', '100+'],
  annualRevenue: ['2.24', 'Annual Revenue'],
  annualRevenueFigure: ['2.24', '10M+'],
  reviews: ['2.24', 'Reviews'],
  reviewsFigure: ['2.24', '500+'],
  partsAvailable: ['2.24', 'Parts Available'],
  partsAvailableFigure: ['2.24', '50+'],
  saleOff: ['2.25', '30% off'],
  saleTitle: ['2.25', 'Under the hood sale'],
  shopNow: ['2.25', 'Shop Now'],
  home: ['2.13', 'Home'],
  myPortfolio: ['2.13', 'My Portfolio'],
  portfolio: ['1.7', 'Portfolio'],
  blog: ['2.13', 'Blog'],
  dashboard: ['2.13', 'Dashboard'],
  login: ['2.13', 'Login'],
  signOut: ['2.15', 'Sign Out'],
  usefulLinks: ['1.7', 'Useful Links'],
  contactUs: ['1.7', 'Contact Us'],
  continueWith: ['2.27', 'Continue with'],
  google: ['2.27', 'Google'],
  pice: ['9.6', 'Pice'],
  purchaseNowButton: ['2.35', 'Purchase Now'],
  pay: ['2.42', 'Pay'],
  cancel: ['2.42', 'Cancel'],
  details: ['2.43', 'Details'],
  yes: ['2.42', 'Yes'],
  no: ['2.42', 'No'],
  noOrders: ['2.41', "You don't placed any orders yet!"],
  orderNow: ['2.41', 'Order Now'],
  confirmCancelTitle: ['2.42', 'Confirm Order Cancel'],
  confirmCancelQuestion: ['2.42', 'Are you sure you want to cancel this order?'],
  myOrders: ['2.38', 'My Orders'],
  addAReview: ['2.38', 'Add A Review'],
  addReview: ['2.45', 'Add Review'],
  addReviewFor: ['2.45', 'Add Review for - '],
  myProfile: ['2.38', 'My Profile'],
  updateProfile: ['2.47', 'Update Profile'],
  manageUsers: ['2.38', 'Manage Users'],
  manageOrders: ['2.38', 'Manage Orders'],
  addProducts: ['2.38', 'Add Products'],
  manageProducts: ['2.38', 'Manage Products'],
  anonymous: ['2.48', 'Anonymous'],
  makeAdmin: ['2.48', 'Make admin'],
  confirmMakeAdminTitle: ['2.48', 'Confirm Make Admin.'],
  confirmMakeAdminQuestion: ['2.48', 'Are you sure you want to make an admin?'],
  approve: ['2.50', 'Approve'],
  completed: ['2.50', 'Completed'],
  pending: ['4.3', 'Pending'],
  shipped: ['4.3', 'Shipped'],
  emailRequired: ['5.1', 'Email is required'],
  emailInvalid: ['5.1', 'Invalid email address'],
  passwordRequired: ['5.2', 'Password is required'],
  nameRequired: ['5.3', 'Name is required'],
  passwordTooShort: ['5.3', 'Must be 6 character or longer'],
  noUserLoggedIn: ['8.10', 'No user is logged in'],
  accountDoesNotExist: ['8.1', 'Account does not exist'],
  passwordIncorrect: ['8.2', 'Password incorrect.'],
  accountExists: ['8.3', 'User account already exists!'],
  loginExpired: ['8.4', 'Login Expired'],
  cancelFailed: ['8.5', 'Failed to cancel order!'],
  onlyAdmins: ['8.6', 'Only admins can make an admin'],
  orderCancelled: ['8.8', 'Order cancel successfully!'],
  adminAssigned: ['8.8', 'Successfully admin assigned.'],
  paymentSuccessful: ['8.8', 'Payment Successful!'],
  orderPlaced: [
    '8.8',
    'Product Added To My Cart. For Payment please Check Out Dashboard > My Orders',
  ],
  profileUpdated: ['8.8', 'Profile Updated'],
  orderShipped: ['8.8', 'Order shipped successfully!'],
  productAdded: ['8.8', 'Product Added successfully!'],
  productDeleted: ['8.8', 'Product deleted successfully!'],
  reviewAdded: ['8.8', 'Review Added Successfully'],
  resetLinkSent: ['8.8', 'Password reset link send to your email!'],
};

const ours = new Map<string, string>(Object.entries(texts));

describe('the texts of the specification', () => {
  test.each(Object.entries(said).map(([name, [number, text]]) => [name, number, text] as const))(
    '%s stands in %s: %s',
    (name, number, text) => {
      expect(ours.get(name)).toBe(text);
      expect(sentences.get(number)).toContain(text);
    },
  );

  test('are all its quoted ones, but for words of the wire and texts with something to fill in', () => {
    const quoted = [...sentences.values()].flatMap((words) =>
      [...words.matchAll(/(?<=[\s(])'(.*?)'(?=[\s.,;:)/]|$)/g)].map(([, text = '']) => text),
    );
    const texted = new Set(ours.values());
    expect([...new Set(quoted)].filter((text) => !texted.has(text))).toEqual([
      'N items pack',
      '...',
      'N - In Stock',
      '.00',
      "{name}'s Orders",
      'Add Review for - {product}',
      "{name}'s Profile",
      'shipped',
    ]);
  });
});

test('the sizes and times are those of Spec §5 and §9', () => {
  expect(limits).toEqual({
    passwordMin: 6,
    ratingMin: 1,
    ratingMax: 5,
    ratingDefault: 5,
    detailsToastMs: 10_000,
    maxToasts: 20,
    toastMaxWidthPx: 350,
    popupWidthPx: 500,
    popupHeightPx: 600,
  });
});
