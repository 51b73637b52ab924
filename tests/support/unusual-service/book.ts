/** The books of the unusual service. Each surface shows the changes of a book late, and at a time of its own. */
import type { Chooser } from './choose.ts';
import { openPoints as open } from './open-points.ts';
import type { Json } from './refusal.ts';

/** Where a change of a book shows. Membership, content and order of a list may lag apart. */
const surfaces = ['read', 'lookup', 'membership', 'item', 'order'] as const;
export type Surface = (typeof surfaces)[number];

export interface StoredFile {
  readonly id: string;
  readonly role: string;
  readonly filename: string;
  /** The hash from the upload request, in lower case. */
  readonly hash: string;
  readonly deadline: number;
  readonly isWrong: 'nothing' | 'attach' | 'publish';
  uploadedHash: string | undefined;
  isAttached: boolean;
}

export interface Chapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii?: unknown;
}

/** A book from one change to the next. */
export interface Version {
  readonly fields: Json;
  readonly status: string;
  readonly attached: readonly StoredFile[];
  readonly chapters: readonly Chapter[];
  readonly isDeleted: boolean;
  readonly updatedAt: number;
}

/** A change that happens later by itself. */
interface Step {
  readonly at: number;
  /** True for a status that comes after another one of the same publish. */
  readonly isLaterStatus?: boolean;
  readonly change: Partial<Version>;
}

export interface Book {
  readonly id: string;
  readonly createdAt: number;
  readonly number: number;
  readonly files: StoredFile[];
  readonly versions: { readonly version: Version; readonly shownFrom: Record<Surface, number> }[];
  steps: Step[];
}

/** Everything that the operations share. */
export interface Service extends Chooser {
  readonly now: () => number;
  readonly newId: () => string;
  readonly books: Book[];
  readonly storageOrigin: string;
  /** Files with their books, by upload URL. */
  readonly urls: Map<string, { readonly book: Book; readonly file: StoredFile }>;
}

/** A version, which shows on each surface after a while. */
interface Change {
  readonly version: Version;
  readonly at: number;
  /** True if no call made the change. */
  readonly isLater?: boolean;
}

function addVersion(service: Service, book: Book, { version, at, isLater }: Change): void {
  const { choose } = service;
  const isNew = book.versions.length === 0;
  const waitIf = (isLate: 'no' | 'yes', isListed = false): number => {
    if (isLate === 'no') return 0;
    if (isNew) return choose(open['until a new book is found']);
    const isListedLater = isListed && isLater === true;
    if (isListed && choose(open['changes are listed after minutes']) === 'yes') return 700_000;
    return choose(
      open[isListedLater ? 'until a later status is listed' : 'until a change is shown'],
    );
  };
  const listsAreLate = choose(open['lists may be late']);
  const item = waitIf(listsAreLate, true);
  const lagsApart = choose(open['items and order may lag apart']) === 'yes';
  const lookUp = isNew ? open['new books are looked up late'] : open['changes are looked up late'];
  const shownFrom = {
    read: at + waitIf(choose(open['reads may be late'])),
    lookup: at + waitIf(choose(lookUp)),
    membership: at + waitIf(listsAreLate, true),
    item: at + item,
    order: at + (lagsApart ? waitIf(listsAreLate, true) : item),
  };
  book.versions.push({ version, shownFrom });
}

/** Makes the changes whose time has come. */
function settle(service: Service, book: Book): void {
  const due = book.steps.filter(({ at }) => at <= service.now());
  book.steps = book.steps.filter((step) => !due.includes(step));
  for (const { at, change } of due.toSorted((a, b) => a.at - b.at)) {
    const last = book.versions.at(-1);
    if (last !== undefined && !last.version.isDeleted) {
      addVersion(service, book, {
        version: { ...last.version, ...change },
        at,
        isLater: true,
      });
    }
  }
}

/** Returns a book as it is. */
export function current(service: Service, book: Book): Version {
  settle(service, book);
  const last = book.versions.at(-1);
  if (last === undefined) throw new Error('A book has no version.');
  return last.version;
}

/** Returns a book as a surface shows it; undefined if it does not show the book yet. */
export function shown(service: Service, book: Book, surface: Surface): Version | undefined {
  settle(service, book);
  return book.versions.findLast(({ shownFrom }) => shownFrom[surface] <= service.now())?.version;
}

/** Changes a book now. */
export function changeBook(service: Service, book: Book, values: Partial<Version>): void {
  addVersion(service, book, {
    version: { ...current(service, book), ...values },
    at: service.now(),
  });
}

/** Creates a book. */
export function addBook(service: Service, fields: Json): Book {
  const { books, newId, now } = service;
  const book: Book = {
    id: newId(),
    createdAt: now(),
    number: books.length + 1,
    files: [],
    versions: [],
    steps: [],
  };
  const version: Version = {
    fields: { isFinalVersion: false, ...fields },
    status: 'draft',
    attached: [],
    chapters: [],
    isDeleted: false,
    updatedAt: now(),
  };
  addVersion(service, book, { version, at: now() });
  books.push(book);
  return book;
}

/** Lets a book change to one status after the other, each after a wait. */
export function scheduleStatuses(
  service: Service,
  book: Book,
  { statuses, wait }: { readonly statuses: readonly string[]; readonly wait: () => number },
): void {
  let at = service.now();
  for (const [place, status] of statuses.entries()) {
    at += wait();
    book.steps.push({ at, change: { status }, isLaterStatus: place > 0 });
  }
}

/** Stops the statuses that are on their way, or lets them arrive. A write ends a review that has begun. */
export function stopStatuses(service: Service, book: Book): void {
  const isQueued = book.steps.some(({ change, isLaterStatus }) => change.status && !isLaterStatus);
  const arrives = service.choose(open['a status on its way after a write']) === 'arrives';
  if (isQueued && arrives) return;
  book.steps = book.steps.filter((step) => step.change.status === undefined);
}
