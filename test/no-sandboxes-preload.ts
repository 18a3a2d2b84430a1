// Loaded by Node before everything else (`--import`): whoever loads a sandbox, or the library that one is made of, fails.
import { registerHooks } from 'node:module';

const sandboxes =
  /\/server\/third-parties\/(?:cards\/sandbox|identity\/embedded\/(?:google-)?sandbox)|\/google-sandbox\.ts|\/node_modules\/oidc-provider\//;

registerHooks({
  load(url, context, nextLoad) {
    if (sandboxes.test(url)) throw new Error(`A sandbox was loaded: ${url}`);
    return nextLoad(url, context);
  },
});
