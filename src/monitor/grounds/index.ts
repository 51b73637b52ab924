/** The reasons for which a service must or may refuse a call. */
export * from './audiobook-grounds.ts';
export * from './body-grounds.ts';
export * from './book-grounds.ts';
export * from './code-grounds.ts';
export * from './complete-expectation.ts';
export * from './external-ids.ts';
export * from './final-version-window.ts';
export * from './grounds.ts';
export * from './isbn.ts';
export * from './named-fields.ts';
export * from './question.ts';
export * from './upload-url.ts';
