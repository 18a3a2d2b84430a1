// Loaded by Node first (`--import`): importing a sandbox, or a library that only sandboxes use, fails.
import { registerHooks } from 'node:module';

const sandboxes =
  /\/server\/third-parties\/(?:cards\/sandbox|identity\/embedded\/(?:google-)?sandbox)|\/google-(?:sandbox|provider)\.ts|\/node_modules\/oidc-provider\//;

registerHooks({
  load(url, context, nextLoad) {
    if (sandboxes.test(url)) throw new Error(`A sandbox was loaded: ${url}`);
    return nextLoad(url, context);
  },
});
