/**
 * The specification's verbatim strings, misspellings included. Nothing here may be corrected:
 * a test compares each of them with docs/spec.md.
 */

// Spec §2, routes and home page
export const pageNotFound = 'Page Not Founded';
export const heroTitle = 'Find the suitable spare parts for your car!';
export const showAllParts = 'Show All Parts';
export const chooseParts = 'Choose Parts';
export const giveYourAddress = 'Give Your Address';
export const makePayment = 'Make payment';
export const allOurParts = 'All Our Parts';
export const clientsReview = 'Clients Review';
export const purchaseNow = 'Purchase now';
export const figuresTitle = 'Millions of people trust us';
export const servedCustomer = 'Served Customer';
export const servedCustomerFigure = '100+';
export const annualRevenue = 'Annual Revenue';
export const annualRevenueFigure = '10M+';
export const reviews = 'Reviews';
export const reviewsFigure = '500+';
export const partsAvailable = 'Parts Available';
export const partsAvailableFigure = '50+';
export const saleOff = '30% off';
export const saleTitle = 'Under the hood sale';
export const shopNow = 'Shop Now';
export const home = 'Home';
export const myPortfolio = 'My Portfolio';
export const portfolio = 'Portfolio';
export const blog = 'Blog';
export const dashboard = 'Dashboard';
export const login = 'Login';
export const signOut = 'Sign Out';
export const usefulLinks = 'Useful Links';
export const contactUs = 'Contact Us';
export const continueWith = 'Continue with';
export const google = 'Google';
// Spec §2, order and payment
export const pice = 'Pice';
export const purchaseNowButton = 'Purchase Now';
export const pay = 'Pay';
export const cancel = 'Cancel';
export const details = 'Details';
export const yes = 'Yes';
export const no = 'No';
export const noOrders = "You don't placed any orders yet!";
export const orderNow = 'Order Now';
export const confirmCancelTitle = 'Confirm Order Cancel';
export const confirmCancelQuestion = 'Are you sure you want to cancel this order?';
// Spec §2, dashboard
export const myOrders = 'My Orders';
export const addAReview = 'Add A Review';
export const addReview = 'Add Review';
export const addReviewFor = 'Add Review for - ';
export const myProfile = 'My Profile';
export const updateProfile = 'Update Profile';
export const manageUsers = 'Manage Users';
export const manageOrders = 'Manage Orders';
export const addProducts = 'Add Products';
export const manageProducts = 'Manage Products';
export const anonymous = 'Anonymous';
export const makeAdmin = 'Make admin';
export const confirmMakeAdminTitle = 'Confirm Make Admin.';
export const confirmMakeAdminQuestion = 'Are you sure you want to make an admin?';
export const approve = 'Approve';
export const completed = 'Completed';
export const pending = 'Pending';
export const shipped = 'Shipped';
// Spec §5
export const emailRequired = 'Email is required';
export const emailInvalid = 'Invalid email address';
export const passwordRequired = 'Password is required';
export const nameRequired = 'Name is required';
export const passwordTooShort = 'Must be 6 character or longer';
// Spec §7, §8
export const noUserLoggedIn = 'No user is logged in';
export const accountDoesNotExist = 'Account does not exist';
export const passwordIncorrect = 'Password incorrect.';
export const accountExists = 'User account already exists!';
export const loginExpired = 'Login Expired';
export const cancelFailed = 'Failed to cancel order!';
export const onlyAdmins = 'Only admins can make an admin';
export const orderCancelled = 'Order cancel successfully!';
export const adminAssigned = 'Successfully admin assigned.';
export const paymentSuccessful = 'Payment Successful!';
export const orderPlaced =
  'Product Added To My Cart. For Payment please Check Out Dashboard > My Orders';
export const profileUpdated = 'Profile Updated';
export const orderShipped = 'Order shipped successfully!';
export const productAdded = 'Product Added successfully!';
export const productDeleted = 'Product deleted successfully!';
export const reviewAdded = 'Review Added Successfully';
export const resetLinkSent = 'Password reset link send to your email!';
