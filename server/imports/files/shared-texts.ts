import { refuseSize } from './archive.ts';
import { tableLimits } from './imported-table.ts';
import type { XmlHandler } from './xml.ts';
import { unescaped } from './xlsx-values.ts';

const blockSize = 1_000_000;

/**
 * The list of texts that a workbook keeps for all its cells. It is held as UTF-8 in blocks, a third of what as many
 * JavaScript texts take, and bounded by `tableLimits.sharedTexts`.
 */
export class SharedTexts {
  private readonly blocks: Buffer[] = [];
  private size = 0;
  private count = 0;
  /** Where each text ends, counted over all blocks as if they were one. */
  private ends = new Float64Array(1024);

  add(text: string): void {
    const bytes = Buffer.from(unescaped(text));
    if (this.size + bytes.length + 8 * this.count > tableLimits.sharedTexts) refuseSize();
    for (let at = 0; at < bytes.length;) at += this.append(bytes.subarray(at));
    if (this.count === this.ends.length) {
      const longer = new Float64Array(2 * this.count);
      longer.set(this.ends);
      this.ends = longer;
    }
    this.ends[this.count] = this.size;
    this.count += 1;
  }

  /** Undefined for a text that the list does not have. */
  at(index: number): string | undefined {
    const end = Number.isInteger(index) && index >= 0 && index < this.count && this.ends[index];
    if (end === false || end === undefined) return undefined;
    const pieces: Buffer[] = [];
    for (let at = index === 0 ? 0 : (this.ends[index - 1] ?? 0); at < end;) {
      const inBlock = at % blockSize;
      const length = Math.min(end - at, blockSize - inBlock);
      pieces.push(
        (this.blocks[Math.floor(at / blockSize)] ?? Buffer.alloc(0)).subarray(
          inBlock,
          inBlock + length,
        ),
      );
      at += length;
    }
    return pieces.length === 1 ? pieces[0]?.toString() : Buffer.concat(pieces).toString();
  }

  /** Fills the list from its document: `<si>` holds a text, whole or in pieces of different looks; `<rPh>` how it is spoken. */
  reader(): XmlHandler {
    let text = '';
    let [inText, spoken] = [false, false];
    return {
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') spoken = true;
        inText = name === 't' && !spoken;
      },
      text(piece) {
        if (inText && text.length <= tableLimits.cell) text += piece;
      },
      close: (name) => {
        if (name === 'rPh') spoken = false;
        if (name === 'si') this.add(text);
        inText = false;
      },
    };
  }

  private append(bytes: Buffer): number {
    const inBlock = this.size % blockSize;
    if (inBlock === 0) this.blocks.push(Buffer.allocUnsafe(blockSize));
    const length = bytes.copy(this.blocks.at(-1) ?? Buffer.alloc(0), inBlock);
    this.size += length;
    return length;
  }
}
