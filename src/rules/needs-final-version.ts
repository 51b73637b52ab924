/**
 * Returns whether a book with this date may be published only as a final version.
 * Requirements: `publish.final-version-window`, `publish.day-14`.
 */

export interface DatedBook {
  /** `YYYY-MM-DD`, a day that exists in the calendar. */
  readonly publicationDate: string;
  readonly isFinalVersion: boolean;
}

/**
 * The window has no start: past days are inside.
 * @param today `YYYY-MM-DD`
 * @param lastDay the last day of the window, in days from today
 */
export function needsFinalVersion(book: DatedBook, today: string, lastDay: number): boolean {
  return !book.isFinalVersion && dayNumber(book.publicationDate) - dayNumber(today) <= lastDay;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
