interface PageContent {
  readonly action: string;
  readonly email: string;
  readonly name: string;
  readonly fault: string | undefined;
}

/** A strict policy: no scripts, and forms only to this origin. */
export const sandboxPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 24px; max-width: 420px; margin-inline: auto }
  .note { border: 2px solid #b45309; border-radius: 8px; padding: 12px 16px; background: #fef3c7; color: #451a03 }
  label { display: block; margin-top: 16px; font-weight: 600 }
  input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; border: 1px solid #78716c; border-radius: 8px }
  button { min-height: 44px; padding: 8px 20px; margin-top: 24px; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid #1c1917; cursor: pointer }
  button.main { background: #1c1917; color: #fff; margin-right: 8px }
  @media (prefers-color-scheme: dark) { button.main { background: #fafaf9; color: #1c1917 } button { border-color: #fafaf9 } }
  .fault { color: #b91c1c; font-weight: 600 }
  @media (prefers-color-scheme: dark) { .fault { color: #fca5a5 } }`;

/** The page on which anybody can sign in as anybody: clearly not Google's, and never part of a live shop. */
export function sandboxPage({ action, email, name, fault }: PageContent): string {
  return document(
    'Sign in at the sandbox',
    `<p class="note"><strong>This is not Google.</strong> It is the demo shop's stand-in: type any e-mail address and name, and the shop will
    believe that Google vouched for them. Do not type a real password anywhere here.</p>
    <form method="post" action="${escape(action)}">
      ${fault === undefined ? '' : `<p class="fault" role="alert">${escape(fault)}</p>`}
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="off" required maxlength="254" value="${escape(email)}">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="off" maxlength="120" value="${escape(name)}">
      <button class="main" name="do" value="continue">Continue</button>
      <button name="do" value="cancel" formnovalidate>Cancel</button>
    </form>`,
  );
}

/** The page for a sign-in at the sandbox that has failed. */
export function sandboxFaultPage(): string {
  return document(
    'Sandbox',
    `<p class="note" role="alert">This sign-in has ended or was opened twice. Close this window and start again in the shop.</p>`,
  );
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>${body}</body>
</html>
`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
