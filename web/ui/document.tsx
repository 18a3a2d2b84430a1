import { useContext, type ReactNode } from 'react';
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router';
import font from './inter-shop.woff2?url';
import { NonceContext } from './nonce.ts';
import { Pending } from './pending.tsx';
import { reloadOnce } from './reload-once.ts';
import { RouteFocus } from './route-focus.tsx';
import { Toasts } from './toasts.tsx';

/** The HTML document of every page. `styles` is the URL of its style sheet. */
export function Document(props: {
  styles: string;
  header: ReactNode;
  footer: ReactNode;
  /** How a hosted identity service is reached, as JSON (web/session/identity.ts). */
  identity?: string;
  /** Runs before anything is shown. */
  script: string;
  children: ReactNode;
}) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en" data-identity={props.identity} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: reloadOnce + props.script }}
        />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#14181b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        {/* With a precedence React sends it before the scripts. */}
        <link rel="stylesheet" href={props.styles} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <a href="#main" className="btn btn-primary fixed start-4 top-2 z-50 not-focus:sr-only">
          Skip to content
        </a>
        {props.header}
        <main id="main" tabIndex={-1} className="grow">
          {props.children}
        </main>
        {props.footer}
        <Pending />
        <Toasts />
        <RouteFocus />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
