import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The sources of scripts on the payment page, as docs/security.md lists them, and whether the page loads them by itself. */
export function listedScripts(): { readonly source: string; readonly loaded: boolean }[] {
  const document = readFileSync(
    path.join(import.meta.dirname, '..', 'docs', 'security.md'),
    'utf8',
  );
  const [, after = ''] = document.split('## Scripts on the payment page');
  const [table = ''] = after.split('\n## ');
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (yes|no)\b/gm)];
  return rows.map(([, source = '', loaded]) => ({ source, loaded: loaded === 'yes' }));
}
