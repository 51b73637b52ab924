/** Faults of publishing: the final version window, and the final validation. */
import { isObject } from '../contract/json-pointer.ts';
import { endReview } from '../sandbox/changes.ts';
import { Refusal } from '../sandbox/readings/index.ts';
import {
  nameFaults,
  createWrongRefusal,
  within,
  changeRules,
  changeRefusals,
  changeOperation,
  type Fault,
} from './fault.ts';

/** Moves the end of the final version window by some days: to a later day, or an earlier one if negative. */
function shiftWindow(days: number): Fault['override'] {
  return ({ rules }) => ({
    rules: {
      needsFinalVersion: (book, day) => rules.needsFinalVersion(book, addDays(day, days)),
    },
  });
}

const dayMs = 86_400_000;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export const publishFaults = nameFaults({
  'window-off-by-one': {
    breaks: ['publish.final-version-window'],
    description:
      'The final version window ends a day early, which shows only with a controlled clock.',
    override: shiftWindow(-1),
  },
  'window-half-as-long': {
    breaks: ['publish.final-version-window'],
    description: 'The final version window is seven days long.',
    override: shiftWindow(-7),
  },
  'window-a-week-too-long': {
    breaks: ['publish.outside-window'],
    mayAlsoBreak: ['publish.answers-204', 'publish.from-draft', 'publish.stored-date', 'flow.'],
    description: 'The final version window is three weeks long.',
    override: shiftWindow(7),
  },
  'window-ignores-past': {
    breaks: ['publish.final-version-window'],
    // A read may have shown the book in another status. Such a publish must be refused as well.
    mayAlsoBreak: ['publish.refused-422-any-status'],
    description: 'A book dated in the past is published although it is not a final version.',
    override: changeRules((rules) => ({
      needsFinalVersion: (book, day) =>
        book.publicationDate >= day && rules.needsFinalVersion(book, day),
    })),
  },
  'window-holds-for-final-versions': {
    breaks: ['publish.final-any-date'],
    mayAlsoBreak: ['flow.'],
    description: 'Within the final version window, even a final version is refused.',
    override: changeRules((rules) => ({
      needsFinalVersion: (book, day) =>
        rules.needsFinalVersion({ ...book, isFinalVersion: false }, day),
    })),
  },
  'window-refusal-answers-400': {
    breaks: [
      'publish.final-version-window',
      'publish.refused-422-any-status',
      'errors.documented-422',
    ],
    // The book may also lack chapters. Its refusal is then expected for that reason too, but with 422.
    mayAlsoBreak: ['publish.chapters-present'],
    description:
      'A book in the final version window that is not a final version is refused with 400.',
    override: changeRefusals('publish.final-version-window', () => ({ status: 400 })),
  },
  'publish-without-narrator': {
    breaks: ['publish.narrator', 'contributor.narrator', 'errors.documented-422'],
    // A read may have shown the book in another status. Such a publish must be refused as well.
    mayAlsoBreak: ['publish.refused-422-any-status'],
    description: 'An audiobook without a narrator is published.',
    override: () => ({ rules: { hasNarrator: () => true } }),
  },
  'refused-publish-moves-book': {
    breaks: ['publish.refused-keeps-status'],
    // A list may be the first response that shows the new status.
    mayAlsoBreak: ['list.agrees-with-book'],
    description: 'A book that fails the final validation changes its status.',
    override: changeOperation('publishBook', (operate, call, parts) =>
      operate(call, parts).catch(async (refusal: unknown) => {
        const isInvalid = refusal instanceof Refusal && refusal.parts.status === 422;
        const { bookId, now } = call;
        if (isInvalid) await endReview(bookId, () => 'action_needed', { now, parts });
        throw refusal;
      }),
    ),
  },
  'date-in-publish-request-counts': {
    breaks: ['publish.stored-date'],
    // A read may have shown the book in another status. Such a publish must be refused as well.
    mayAlsoBreak: ['publish.refused-422-any-status'],
    description: 'A publication date in the publish request counts instead of the stored date.',
    override: within('publishBook', ({ rules }, { body }) => {
      const sentDate = isObject(body) ? body['publicationDate'] : undefined;
      return {
        rules: {
          needsFinalVersion: ({ publicationDate, ...book }, day) => {
            const date = typeof sentDate === 'string' ? sentDate : publicationDate;
            return rules.needsFinalVersion({ ...book, publicationDate: date }, day);
          },
        },
      };
    }),
  },
  'publish-after-draft-answers-400': {
    breaks: ['publish.refused-422-any-status'],
    description: 'Publishing a book that is not a draft is refused with 400.',
    override: changeOperation('publishBook', async (operate, call, parts) => {
      const { status = 'draft', deletedAt } = (await parts.store.readBook(call.bookId)) ?? {};
      if (status === 'draft' || deletedAt !== undefined) return operate(call, parts);
      throw createWrongRefusal('publish.refused-422-any-status', { status: 400 });
    }),
  },
  'window-judges-first-date': {
    breaks: ['publish.final-version-window', 'publish.outside-window'],
    mayAlsoBreak: ['publish.stored-date', 'publish.refused-422-any-status'],
    description:
      'The final version window depends on the date with which the book was created, even if an update has changed it.',
    override: ({ rules, store }) => {
      const firstDates = new Map<string, string>();
      return {
        store: {
          insertBook: (row) => {
            firstDates.set(row.book.id, row.book.publicationDate);
            return store.insertBook(row);
          },
        },
        rules: {
          needsFinalVersion: (book, day) => {
            const publicationDate = firstDates.get(book.id) ?? book.publicationDate;
            return rules.needsFinalVersion({ ...book, publicationDate }, day);
          },
        },
      };
    },
  },
});
