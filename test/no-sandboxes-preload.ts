// Loaded by Node first (`--import`): importing a sandbox, or a library that only sandboxes use, fails.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const sandboxes =
  /\bserver\/third-parties\/(?:cards\/sandbox|identity\/embedded\/(?:google-)?sandbox)|\/google-(?:sandbox|provider)\.ts|\/node_modules\/oidc-provider\//;

registerHooks({
  load(url, context, nextLoad) {
    // A file of a bundle names its sources.
    const names = url.includes('/bundle/') ? readFileSync(new URL(url), 'utf8') : url;
    const found = sandboxes.exec(names);
    if (found) throw new Error(`A sandbox was loaded: ${found[0]} of ${url}`);
    return nextLoad(url, context);
  },
});
