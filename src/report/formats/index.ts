/** A report in the formats of other tools. */
export { annotations } from './annotations.ts';
export { type FormatName, formatNames, formats, isFormat, type FormatInput } from './formats.ts';
export { har } from './har.ts';
export { markdownSummary } from './markdown.ts';
