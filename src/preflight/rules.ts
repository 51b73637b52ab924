/** Every rule of the pre-flight, by the name that switches it off. */
import { chapters } from './chapters.ts';
import { date, finalVersion } from './dates.ts';
import { fileKinds, imageSizes } from './file-rules.ts';
import type { Rule } from './finding.ts';
import { isbn, isbnOfPrint } from './isbn.ts';
import { narrator } from './narrator.ts';
import { roles } from './roles.ts';

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
