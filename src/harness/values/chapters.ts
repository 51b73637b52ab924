/** Chapters to send: their titles, and updates that rewrite some and add others. */
import fc from 'fast-check';
import type { components } from '../../generated/api.ts';

export type Chapter = components['schemas']['Chapter'];

/** A display title; with characters beyond ASCII it brings its ASCII form along (Chapter). */
export interface ChapterTitle {
  readonly title: string;
  readonly titleAscii?: string;
}

/** Titles that are easily mangled: quotes, other alphabets, an emoji, something long. */
export const trickyTitles: readonly ChapterTitle[] = [
  { title: `"One" & 'only' <b>part</b> \\ 100%` },
  { title: 'Überfahrt – Çà et là', titleAscii: 'Ueberfahrt - Ca et la' },
  { title: '第三章 🚢 Третья', titleAscii: 'Chapter three' },
  { title: 'A long way '.repeat(14).trim() },
];

const word = fc
  .array(fc.constantFrom(...'abcdefghij'.split('')), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));

const chapterTitle: fc.Arbitrary<ChapterTitle> = fc.oneof(
  word.map((text) => ({ title: `Part ${text}` })),
  word.map((text) => ({ title: `Période ${text}`, titleAscii: `Periode ${text}` })),
);

/** One update of the chapters of a book, in terms of those it has. */
export interface ChapterUpdate {
  /** Which to write anew, as numbers to be taken modulo how many there are. */
  readonly rewrite: readonly { readonly pick: number; readonly otherFile: boolean }[];
  /** How many to add behind the last. */
  readonly add: number;
  /** Whether the update lists them last one first. */
  readonly backwards: boolean;
  /** More than any update needs. */
  readonly titles: readonly ChapterTitle[];
}

const rewrite = fc.array(fc.record({ pick: fc.nat(9), otherFile: fc.boolean() }), { maxLength: 3 });
const titles = fc.array(chapterTitle, { minLength: 8, maxLength: 8 });

/** A few updates in a row, each with something to add or to rewrite. */
export const chapterUpdates: fc.Arbitrary<readonly ChapterUpdate[]> = fc.array(
  fc.record({ rewrite, add: fc.nat(2), backwards: fc.boolean(), titles }),
  { minLength: 1, maxLength: 3 },
);

/** Updates that only rewrite. */
export const chapterRewrites: fc.Arbitrary<readonly ChapterUpdate[]> = fc.array(
  fc.record({ rewrite, add: fc.constant(0), backwards: fc.boolean(), titles }),
  { minLength: 1, maxLength: 2 },
);
