import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.ts';

/** Patterns of real secrets; the ones in tests are shorter. */
const secrets: readonly (readonly [what: string, looks: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
  ['a key of Stripe', /\b[rs]k_(?:live|test)_\w{20,}/],
  ["the secret of Stripe's messages", /\bwhsec_[\w+/=-]{24,}/],
  ['a secret of Google', /\bGOCSPX-[\w-]{20,}|\bAIza[\w-]{35}/],
  ['a key of imgbb', /\bIMGBB_API_KEY\W{1,4}[0-9a-f]{32}\b/],
  ['a password in an address', /\b[a-z]+:\/\/[^\s/:@]+:[\w+/=-]{12,}@/],
  [
    'a secret of this shop',
    /^(?:export )?(?:IDENTITY_SECRET|SMTP_URL|DATABASE_URL|\w+_SECRET|\w+_KEY)=\S{16,}/,
  ],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[oprsu]_\w{36}|github_pat_\w{60,})/],
  ['a token of npm', /\bnpm_[0-9A-Za-z]{36}\b|:_authToken=[\w-]{16,}/],
  ['a token of Slack', /\bxox[abprs]-[\w-]{20,}/],
  ['a key of an AI provider', /\bsk-(?:ant|proj|or|svcacct)-[\w-]{20,}/],
  ['a signed token', /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/],
];

const binary = /\.(?:png|jpe?g|webp|ico|woff2?|gz|br|zip)$/;

/** A line for each place that looks like a secret, without the secret itself. */
export function secretsIn(folder: string): string[] {
  return filesIn(folder, namesLeftOut()).flatMap((file) => {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const found = secrets.find(([, looks]) => looks.test(line));
      return found === undefined ? [] : [`${file}:${index + 1}: this looks like ${found[0]}`];
    });
  });
}

/** The names in .gitignore, which are skipped. */
function namesLeftOut(): ReadonlySet<string> {
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  return new Set([
    '.git',
    ...ignored.map((line) => line.trim().replace(/\/$/, '')).filter((name) => name !== ''),
  ]);
}

function filesIn(folder: string, leftOut: ReadonlySet<string>, below = ''): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((found) => {
    const place = path.join(below, found.name);
    if (leftOut.has(found.name)) return [];
    if (found.isDirectory()) return filesIn(folder, leftOut, place);
    return found.isFile() && !binary.test(found.name) ? [place] : [];
  });
}
