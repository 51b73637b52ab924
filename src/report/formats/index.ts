/** A report in the formats of other tools. */
export { writeAnnotations } from './annotations.ts';
export * from './formats.ts';
export { writeHar } from './har.ts';
export { writeMarkdown } from './markdown.ts';
