/**
 * How many letters must be changed, put in, left out, or exchanged with their neighbour to make one word of another; `most + 1`
 * when there are more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + same,
      );
      if (isExchanged(one, other, row, column)) least = Math.min(least, at(before, column - 2) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return Math.min(at(last, other.length), most + 1);
}

function isExchanged(one: string, other: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    one[row - 1] === other[column - 2] &&
    one[row - 2] === other[column - 1]
  );
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
