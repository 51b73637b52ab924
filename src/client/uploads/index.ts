/** The call that uploads files and attaches them to a book, with its options and its result. */
export { readNotes, type JournalNote, type UploadJournal } from './journal.ts';
export { planFiles, type PlannedFile } from './plan.ts';
export * from './upload-run.ts';
export { createUploadCalls, sortChapters, type RunUpload, type UploadCalls } from './upload.ts';
