import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest)$/;

/** Writes `.br` and `.gz` beside every text asset, so that nothing is compressed at request time. */
export function compressAssets(folder: string): void {
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!found.isFile() || !worthIt.test(found.name)) continue;
    const file = path.join(found.parentPath, found.name);
    const content = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
