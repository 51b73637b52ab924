/** Compares what responses show of a book with what is known of it. */
export * from './book-answers.ts';
export * from './book-view.ts';
export * from './chapter-order.ts';
export * from './gone-book.ts';
export * from './status-view.ts';
export * from './verdicts.ts';
