/**
 * The two pages of the service that a sign-in with Google needs, with the parts of the emulator's that a journey presses: one stands
 * for Google's and asks who somebody is, the other is the hidden frame by which Firebase's library hears it.
 */
export const googlePages: Readonly<Record<string, string>> = {
  '/emulator/auth/handler': `<!doctype html><title>Sign-in</title>
<button id="new">Add new account</button>
<form hidden>
  <input id="email-input" aria-label="Email"><input id="display-name-input" aria-label="Name"><button id="sign-in">Sign in</button>
</form>
<script>
  const asked = new URLSearchParams(location.search);
  const form = document.querySelector('form');
  document.getElementById('new').onclick = () => (form.hidden = false);
  form.onsubmit = (event) => {
    event.preventDefault();
    const email = document.getElementById('email-input').value;
    const claims = { sub: 'google-' + email, email, name: document.getElementById('display-name-input').value };
    const authEvent = {
      type: asked.get('authType'),
      eventId: asked.get('eventId'),
      urlResponse: location.origin,
      sessionId: 'stand-in',
      postBody: new URLSearchParams({ id_token: JSON.stringify(claims), providerId: asked.get('providerId') }).toString(),
      tenantId: null,
      error: null,
    };
    if (/popup/i.test(asked.get('authType'))) return opener.frames[0].postMessage({ authEvent }, location.origin);
    sessionStorage.setItem('event', JSON.stringify(authEvent));
    location.href = asked.get('redirectUrl');
  };
</script>`,
  '/emulator/auth/iframe': `<!doctype html><title>Frame</title>
<script src="https://apis.google.com/js/api.js"></script>
<script>
  const page = gapi.iframes.getContext().getParentIframe();
  const none = { type: 'unknown', error: { code: 'auth/no-auth-event' } };
  const tell = (authEvent) => page.send('authEvent', { type: 'authEvent', authEvent });
  page.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));
  addEventListener('message', ({ origin, data }) => origin === location.origin && tell(data.authEvent));
  tell(JSON.parse(sessionStorage.getItem('event')) ?? none);
  sessionStorage.removeItem('event');
</script>`,
};
