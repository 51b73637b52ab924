/** All sections that test a service: scenarios first, then the others in the order of the document. */
import type { Section } from '../src/harness/suite/index.ts';
import { observedBook } from './contract/books/observed-book.check.ts';
import { observedChapters } from './contract/books/observed-chapters.check.ts';
import { observedCreate } from './contract/books/observed-create.check.ts';
import { observedDate, observedIsbn } from './contract/books/observed-values.check.ts';
import { observedRemoval } from './contract/books/observed-removal.check.ts';
import { observedUpdate } from './contract/books/observed-update.check.ts';
import { observedAttach } from './contract/files/observed-attach.check.ts';
import { observedUpload } from './contract/files/observed-upload.check.ts';
import { urls } from './contract/files/urls.check.ts';
import { races } from './contract/flows/races.check.ts';
import { observedList } from './contract/lists/observed-list.check.ts';
import { observedListItems } from './contract/lists/observed-list-items.check.ts';
import { observedPublish } from './contract/publishing/observed-publish.check.ts';
import { bookLives } from './contract/scenarios/book-lives.check.ts';
import { deleting, keys, refusals } from './contract/scenarios/refusals.check.ts';
import { lists } from './contract/scenarios/lists.check.ts';
import { accounts } from './contract/transport/accounts.check.ts';
import { observedKeys, observedTraffic } from './contract/transport/observed-traffic.check.ts';
import { observedTransport } from './contract/transport/observed-transport.check.ts';
import { requestValues } from './contract/schemas/request-values.check.ts';
import { isbn } from './property/books/isbn.check.ts';
import { chapterChanges } from './property/chapters/chapter-updates.check.ts';
import { chapterFiles } from './property/chapters/chapter-files.check.ts';
import { pagination } from './property/lists/pagination.check.ts';
import { dates, publishEdges, publishWindow } from './property/publishing/publish-window.check.ts';

/** The scenarios at the start of a run, which cover many requirements with few requests. */
const scenarios: readonly Section[] = [bookLives, keys, requestValues, lists, refusals, deleting];

export const suite: readonly Section[] = [
  ...scenarios,
  observedTransport,
  observedTraffic,
  observedKeys,
  accounts,
  observedBook,
  isbn,
  observedIsbn,
  dates,
  observedDate,
  chapterChanges,
  chapterFiles,
  observedChapters,
  observedCreate,
  pagination,
  observedList,
  observedListItems,
  observedUpdate,
  urls,
  observedUpload,
  observedAttach,
  publishWindow,
  publishEdges,
  observedPublish,
  observedRemoval,
  races,
];

/** The sections whose values are mostly generated. */
export const propertySections: readonly Section[] = [
  chapterChanges,
  chapterFiles,
  isbn,
  pagination,
  publishWindow,
  publishEdges,
];

/** All other sections: scenarios, cases with literal values, and observations. */
export const contractSections: readonly Section[] = suite.filter(
  (section) => !propertySections.includes(section),
);
