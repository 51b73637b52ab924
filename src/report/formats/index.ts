/** A report in the formats of other tools. */
export { writeAnnotations } from './annotations.ts';
export {
  type FormatName,
  formatNames,
  formats,
  isFormatName,
  type FormatInput,
} from './formats.ts';
export { writeHar } from './har.ts';
export { markdownSummary } from './markdown.ts';
