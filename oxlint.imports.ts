// Read by oxlint.config.ts: what its own rules cannot say about imports.

import { dirname, relative } from 'node:path';

const root = import.meta.dirname;

interface Import {
  readonly source: { readonly value?: unknown } | null;
}

interface Looked {
  readonly filename: string;
  report(found: { node: object; message: string }): void;
}

/** One way to a file: './x.ts' in the same folder, the alias to any other one (CONTRIBUTING: Imports). */
function sameFolder(context: Looked): Record<string, (node: Import) => void> {
  const folder = relative(root, dirname(context.filename));
  const look = ({ source }: Import): void => {
    if (source === null || typeof source.value !== 'string') return;
    const name = source.value.slice(`#${folder}/`.length);
    if (source.value === `#${folder}/${name}` && !name.includes('/'))
      context.report({ node: source, message: `Same folder: import './${name}'.` });
  };
  return {
    ImportDeclaration: look,
    ImportExpression: look,
    ExportNamedDeclaration: look,
    ExportAllDeclaration: look,
  };
}

export default {
  meta: { name: 'imports' },
  rules: { 'same-folder': { create: sameFolder } },
};
