/** Whether a book dated like this publishes only as a final version. */

export interface DatedBook {
  /** `YYYY-MM-DD`, a day the calendar has. */
  readonly publicationDate: string;
  readonly isFinalVersion: boolean;
}

/**
 * The window has no beginning: past days are inside.
 * @param today `YYYY-MM-DD`
 * @param lastDay how many days ahead the window still reaches
 */
export function needsFinalVersion(book: DatedBook, today: string, lastDay: number): boolean {
  return !book.isFinalVersion && dayNumber(book.publicationDate) - dayNumber(today) <= lastDay;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
