/** Everything a service is asked, in the document's order: each part with what the document leaves open. */
import { openedBy, type Section } from '../src/harness/suite/index.ts';
import { attach } from './contract/attach.check.ts';
import { authentication } from './contract/authentication.check.ts';
import { createRefusals } from './contract/create-refusals.check.ts';
import { create } from './contract/create.check.ts';
import { removal } from './contract/delete.check.ts';
import { errors } from './contract/errors.check.ts';
import { flows } from './contract/flows.check.ts';
import { identity } from './contract/identity.check.ts';
import { lookup } from './contract/lookup.check.ts';
import { observedAttach } from './contract/observed-attach.check.ts';
import { observedBook } from './contract/observed-book.check.ts';
import { observedChapters } from './contract/observed-chapters.check.ts';
import { observedCreate } from './contract/observed-create.check.ts';
import { observedDate } from './contract/observed-date.check.ts';
import { observedIsbn } from './contract/observed-isbn.check.ts';
import { observedKeys } from './contract/observed-keys.check.ts';
import { observedList } from './contract/observed-list.check.ts';
import { observedListed } from './contract/observed-listed.check.ts';
import { observedPassing } from './contract/observed-passing.check.ts';
import { observedPublish } from './contract/observed-publish.check.ts';
import { observedRemoval } from './contract/observed-removal.check.ts';
import { observedTransport } from './contract/observed-transport.check.ts';
import { observedUpdate } from './contract/observed-update.check.ts';
import { observedUpload } from './contract/observed-upload.check.ts';
import { publish } from './contract/publish.check.ts';
import { put } from './contract/put.check.ts';
import { races } from './contract/races.check.ts';
import { read } from './contract/read.check.ts';
import { statusChanges } from './contract/status.check.ts';
import { wholeLife } from './contract/whole-life.check.ts';
import { unpublish } from './contract/unpublish.check.ts';
import { updateStatus } from './contract/update-status.check.ts';
import { update } from './contract/update.check.ts';
import { uploadRefusals } from './contract/upload-refusals.check.ts';
import { upload } from './contract/upload.check.ts';
import { openers } from './openers.ts';
import { bookLife } from './property/book-life.check.ts';
import { chapterEntries } from './property/chapter-entries.check.ts';
import { chapterUpsert } from './property/chapter-upsert.check.ts';
import { dates } from './property/dates.check.ts';
import { isbn } from './property/isbn.check.ts';
import { listBounds } from './property/list-bounds.check.ts';
import { listFilters } from './property/list-filters.check.ts';
import { listSort } from './property/list-sort.check.ts';
import { pagination } from './property/pagination.check.ts';
import { publishStoredDate } from './property/publish-stored-date.check.ts';
import { publishWindow } from './property/publish-window.check.ts';
import { refusedValues } from './property/refused-values.check.ts';

const sections: readonly Section[] = [
  identity,
  observedTransport,
  observedPassing,
  authentication,
  observedKeys,
  observedBook,
  isbn,
  observedIsbn,
  dates,
  observedDate,
  chapterEntries,
  chapterUpsert,
  observedChapters,
  create,
  createRefusals,
  refusedValues,
  observedCreate,
  listBounds,
  pagination,
  listSort,
  listFilters,
  observedList,
  observedListed,
  read,
  lookup,
  update,
  updateStatus,
  observedUpdate,
  upload,
  uploadRefusals,
  observedUpload,
  put,
  attach,
  observedAttach,
  publish,
  publishWindow,
  publishStoredDate,
  observedPublish,
  unpublish,
  removal,
  observedRemoval,
  statusChanges,
  bookLife,
  errors,
  races,
  flows,
  wholeLife,
];

/** All sections, and which of their cases are asked first. */
export const suite: readonly Section[] = openedBy(openers, sections);

/** The sections whose questions are mostly asked for generated values. */
export const propertySections: readonly Section[] = [
  bookLife,
  chapterEntries,
  chapterUpsert,
  dates,
  isbn,
  listBounds,
  listFilters,
  listSort,
  pagination,
  publishStoredDate,
  publishWindow,
  refusedValues,
];

/** All others: literal cases and observations. */
export const contractSections: readonly Section[] = sections.filter(
  (section) => !propertySections.includes(section),
);
