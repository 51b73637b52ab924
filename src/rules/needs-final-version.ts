/** The final version window (`publish.final-version-window`, `publish.day-14`). */

export interface DatedBook {
  /** `YYYY-MM-DD`, a day that exists in the calendar. */
  readonly publicationDate: string;
  readonly isFinalVersion: boolean;
}

/**
 * Returns whether a book must become a final version before it is published: its date is in the window, which
 * also contains every past day.
 * @param today `YYYY-MM-DD`
 * @param lastDay the last day of the window, in days from today
 */
export function needsFinalVersion(book: DatedBook, today: string, lastDay: number): boolean {
  return !book.isFinalVersion && dayNumber(book.publicationDate) - dayNumber(today) <= lastDay;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
