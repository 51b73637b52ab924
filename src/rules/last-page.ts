/** The last page of a list (`list.last-page`, `list.last-page-when-empty`). */

/**
 * Returns the number of the last page.
 * @param whenEmpty the number for a list without items
 */
export function computeLastPage(total: number, perPage: number, whenEmpty: number): number {
  return total === 0 ? whenEmpty : Math.ceil(total / perPage);
}
