import { inflateSync } from 'node:zlib';

/** A page of a PDF that a browser printed: its size in points (1/72 inch), and its texts, a line for each height. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

/** The pages of a PDF as Chromium writes it: objects one by one, streams deflated, a map to Unicode for every font. */
export function pagesOf(pdf: Buffer): PdfPage[] {
  const file = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g))
    objects.set(id, body);
  const object = (id: string | undefined) => objects.get(id ?? '') ?? '';
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
  return pages.map((page) => {
    const [, width = 0, height = 0] =
      /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(page) ?? [];
    const resources = resolved(page, 'Resources', object);
    const named = resolved(resources, 'Font', object);
    for (const [, name = '', id = ''] of named.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1];
      fonts.set(name, unicodeOf(streamOf(object(map))));
    }
    const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1];
    return {
      width: Number(width),
      height: Number(height),
      text: textOf(streamOf(object(contents)), fonts),
    };
  });
}

/** A dictionary that stands in another one, or that it refers to. */
function resolved(body: string, key: string, object: (id: string | undefined) => string): string {
  const found = new RegExp(`/${key}\\s*(?:(\\d+) 0 R|<<([\\s\\S]*))`).exec(body);
  return found?.[1] === undefined ? (found?.[2] ?? '') : object(found[1]);
}

function streamOf(body: string): string {
  const [before = ''] = /[\s\S]*?>>\s*stream\r?\n/.exec(body) ?? [];
  const length = Number(/\/Length (\d+)/.exec(before)?.[1]);
  const data = Buffer.from(body.slice(before.length, before.length + length), 'latin1');
  return before.includes('/FlateDecode')
    ? inflateSync(data).toString('latin1')
    : data.toString('latin1');
}

/** From the codes of a font's glyphs, in hexadecimal, to what they mean. */
function unicodeOf(map: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  const meant = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, section = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', hex = ''] of section.matchAll(/<(\w+)>\s*<(\w+)>/g))
      meanings.set(code.toUpperCase(), meant(hex));
  for (const [, section = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', hex = ''] of section.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1)
        meanings.set(
          code.toString(16).toUpperCase().padStart(from.length, '0'),
          String.fromCharCode(Number.parseInt(hex, 16) + code - Number.parseInt(from, 16)),
        );
  return meanings;
}

/** What is drawn, a line for each height; the codes of a glyph are as long as those of its font's map. */
function textOf(contents: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let text = '';
  let font: ReadonlyMap<string, string> = new Map();
  let height: string | undefined;
  const operators = /\/(\w+) [\d.]+ Tf|(-?[\d.]+) Tm|(<\w+> Tj|\[[^\]]*\] TJ)/g;
  for (const [, name, y, shown = ''] of contents.matchAll(operators)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    if (y !== undefined && y !== height) text += '\n';
    height = y ?? height;
    const [code = '0000'] = font.keys();
    for (const hex of shown.match(/<\w+>/g) ?? [])
      for (const one of hex.slice(1, -1).match(new RegExp(`.{${code.length}}`, 'g')) ?? [])
        text += font.get(one.toUpperCase()) ?? '';
  }
  return text;
}
