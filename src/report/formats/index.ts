/** A report in the formats of other tools. */
export * from './formats.ts';
export { writeHar } from './har.ts';
export { writeMarkdown } from './markdown.ts';
export { writeFailures } from './failures.ts';
