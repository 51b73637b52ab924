/** Every rule of the pre-flight, by the name that switches it off. */
import { date, finalVersion, isbn, isbnOfPrint, narrator } from './book-rules.ts';
import { chapters } from './chapters.ts';
import { fileKinds, imageSizes, roles } from './file-rules.ts';
import type { Rule } from './finding.ts';

export const rules = {
  isbn,
  'isbn-of-print': isbnOfPrint,
  date,
  'final-version': finalVersion,
  narrator,
  chapters,
  roles,
  'file-kind': fileKinds,
  'image-size': imageSizes,
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;
