/** So many pieces in words: '1 piece', '200 pieces'. */
export function inPieces(quantity: number): string {
  return quantity === 1 ? '1 piece' : `${quantity} pieces`;
}
