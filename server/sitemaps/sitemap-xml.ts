/** An address of a sitemap (sitemaps.org/protocol.html), unescaped, with when it changed last. */
export interface Listed {
  readonly address: string;
  readonly changedAt?: Date;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The list of all sitemaps. */
export function sitemapIndex(addresses: readonly string[]): string {
  const rows = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`);
  return `${head}<sitemapindex ${schema}>\n${rows.join('')}</sitemapindex>\n`;
}

/** A sitemap, as its addresses come. */
export async function* sitemap(
  pages: AsyncIterable<readonly Listed[]> | Iterable<readonly Listed[]>,
): AsyncGenerator<string> {
  let before = `${head}<urlset ${schema}>\n`;
  for await (const page of pages) {
    yield before + page.map(row).join('');
    before = '';
  }
  yield `${before}</urlset>\n`;
}

function row({ address, changedAt }: Listed): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escaped(address)}</loc>${changed}</url>\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
