/** The flows, which publish an ebook, a print book or an audiobook in one call. */
export * from './flows.ts';
