/** Rows of the table that is filled; of one process that works on one pair at a time. */
const longest = 256;
const rows = [0, 1, 2].map(() => new Uint16Array(longest + 1));

/**
 * How many letters must be changed, put in, left out, or exchanged with their neighbour to make one word of another; `most + 1`
 * when there are more than `most`, or a word is longer than 256.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  if (other.length > longest) return most + 1;
  let [before, last, next] = rows as [Uint16Array, Uint16Array, Uint16Array];
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    next[0] = row;
    let leastOfRow = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = letter === other.charCodeAt(column - 1) ? 0 : 1;
      let least = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + same,
      );
      if (isExchanged(one, other, row, column)) least = Math.min(least, at(before, column - 2) + 1);
      next[column] = least;
      if (least < leastOfRow) leastOfRow = least;
    }
    if (leastOfRow > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(at(last, other.length), most + 1);
}

function isExchanged(one: string, other: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
    one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
  );
}

function at(row: Uint16Array, column: number): number {
  return row[column] ?? 0;
}
