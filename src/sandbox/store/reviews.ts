/** Which books wait for their review to end, and when it does. */

export interface Reviews {
  /** Notes that the review of a book ends at an instant, or that there is none any more. */
  readonly expect: (bookId: string, endsAt: number | undefined) => void;
  /** Takes out the books whose review is over. */
  readonly takeEnded: (now: number) => readonly string[];
  readonly clear: () => void;
}

export function createReviews(): Reviews {
  const waiting = new Map<string, number>();
  return {
    expect: (bookId, endsAt) => {
      if (endsAt === undefined) waiting.delete(bookId);
      else waiting.set(bookId, endsAt);
    },
    takeEnded: (now) => {
      if (waiting.size === 0) return [];
      const ended = [...waiting].filter(([, endsAt]) => endsAt <= now).map(([bookId]) => bookId);
      for (const bookId of ended) waiting.delete(bookId);
      return ended;
    },
    clear: () => {
      waiting.clear();
    },
  };
}
