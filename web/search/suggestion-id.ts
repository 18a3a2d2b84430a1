/** The id of the suggestion at this place, for `aria-activedescendant`. */
export function suggestionId(list: string, place: number): string {
  return `${list}-${place}`;
}
