/** The call that brings files into a book, and what it takes and reports. */
export { openJournal, type JournalNote, type UploadJournal } from './journal.ts';
export { planFiles, type PlannedFile } from './plan.ts';
export {
  getFileKey,
  readSettings,
  type StorageFetch,
  type UploadOptions,
  type UploadProgress,
} from './upload-run.ts';
export { createUploadCalls, sortChapters, type UploadCalls } from './upload.ts';
