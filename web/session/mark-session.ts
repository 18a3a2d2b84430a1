/**
 * A script for the head of every page, because the server renders one page for everybody and only the browser knows who is
 * signed in. It marks the document of somebody who is (`data-session`), so that what guests alone see is hidden before anything
 * is shown (`guest-only` and `customers-only` in web/app.css). The keys are those of web/api/access-token.ts and session.ts.
 */
export const markSession = `
try {
  if (localStorage.getItem('accessToken') && localStorage.getItem('underhood.session'))
    document.documentElement.dataset.session = '';
} catch {}
`;

/** A script of a page for customers: a guest goes to the login at once, and comes back after it (return-path.ts has the key). */
export const sendGuestToLogin = `
if (!('session' in document.documentElement.dataset)) {
  try {
    sessionStorage.setItem('underhood.return-path', location.pathname + location.search + location.hash);
  } catch {}
  location.replace('/login');
}
`;
