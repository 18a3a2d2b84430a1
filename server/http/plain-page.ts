import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from './html.ts';

// Not in the page's template: a formatter may move what stands there, and the hash is of every character.
const style = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8');

/** Headers of a page that runs no script and asks nobody for anything but the shop's own pictures. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

/** A page of the server's own, with its style in it. */
export function plainPage(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      ${body}
    </html>`.markup;
}
