import { vinAmong, withoutSigns } from '#contract/vin-rules.ts';

/** What of a line may be a VIN; undefined of a line that has none. */
interface VinOfLine {
  /** Counted from 1, empty lines too, as an editor does. */
  readonly line: number;
  readonly vin: string | undefined;
}

/** The VINs of a list as it is pasted: one in a line, or several, alone or among the cells of a table. Empty lines are left out. */
export function vinsOfLines(list: string): VinOfLine[] {
  return list.split(/\r\n|\r|\n/).flatMap((text, at): VinOfLine[] => {
    const line = at + 1;
    if (text.trim() === '') return [];
    const vins = text.split(/[\t,;|"']/).flatMap(vinsOfCell);
    return vins.length === 0 ? [{ line, vin: undefined }] : vins.map((vin) => ({ line, vin }));
  });
}

/** A cell is one VIN, perhaps in groups and with signs around it, or words of which some may be VINs. */
function vinsOfCell(cell: string): string[] {
  const whole = withoutSigns(cell);
  if (vinAmong(whole) === whole) return [whole];
  const words = whole.split(/\s+/).map(withoutSigns);
  return words.filter((word) => word !== '' && vinAmong(word) === word);
}
