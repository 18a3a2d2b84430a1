// Loaded by Node first (`--import`): importing a sandbox, a library that only sandboxes use, or one that a start does not need yet, fails.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const sandboxes =
  /\bserver\/third-parties\/(?:cards\/sandbox|identity\/embedded\/(?:google-)?sandbox)|\/google-(?:sandbox|provider)\.ts|\/node_modules\/oidc-provider\//;

/** The first picture needs the one, a mail server the other. */
const later = process.env['SMTP_URL']
  ? /\bnode_modules\/sharp\//
  : /\bnode_modules\/(?:sharp|nodemailer)\//;

registerHooks({
  load(url, context, nextLoad) {
    // A file of a bundle names its sources.
    const names = url.includes('/bundle/') ? readFileSync(new URL(url), 'utf8') : url;
    const found = sandboxes.exec(names);
    if (found) throw new Error(`A sandbox was loaded: ${found[0]} of ${url}`);
    const early = later.exec(names);
    if (early) throw new Error(`A library was loaded too early: ${early[0]} of ${url}`);
    return nextLoad(url, context);
  },
});
