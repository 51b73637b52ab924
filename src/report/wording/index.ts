/** Sentences, counts and groups that all formats of a report share. */
export * from './verdict-words.ts';
export * from './drift-summary.ts';
export * from './text.ts';
export * from './extent.ts';
