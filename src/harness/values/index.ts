/** Sample values: books, files, dates, ISBNs, chapters and query parameters. */
export * from './books.ts';
export * from './chapters.ts';
export * from './dates.ts';
export * from './texts.ts';
export * from './files.ts';
export * from './isbn.ts';
export * from './schemas/index.ts';
