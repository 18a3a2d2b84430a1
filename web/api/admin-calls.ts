/** In the browser the calls of admins alone, which come with the first of them (web/vite-calls.ts). */
export { calls as adminCalls } from '#contract/api.ts';
