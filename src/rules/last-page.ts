/** The number of the last page of a list. */

/** @param whenEmpty what a list without items answers */
export function lastPage(total: number, perPage: number, whenEmpty: number): number {
  return total === 0 ? whenEmpty : Math.ceil(total / perPage);
}
