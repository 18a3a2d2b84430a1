/**
 * A script for the head of every page, because the server renders the same page for everybody and only the browser knows who
 * is signed in. It sets `data-session` for customers, so that content for guests is hidden before anything is shown
 * (`guest-only` and `customers-only` in web/app.css), and `--person`, their name as a CSS string, so that the header has its
 * final widths from the beginning. The keys are those of web/api/access-token.ts and session.ts.
 */
export const markSession = `
try {
  const session = localStorage.getItem('accessToken') && localStorage.getItem('underhood.session');
  if (session) {
    const { dataset, style } = document.documentElement;
    dataset.session = '';
    style.setProperty('--person', JSON.stringify(JSON.parse(session).name));
  }
} catch {}
`;

/** A script for pages for customers: redirects guests to the login, which returns here (the key is in return-path.ts). */
export const sendGuestToLogin = `
if (!('session' in document.documentElement.dataset)) {
  try {
    sessionStorage.setItem('underhood.return-path', location.pathname + location.search + location.hash);
  } catch {}
  location.replace('/login');
}
`;
