/** Chapters to send: their titles, and updates that change some and add others. */
import fc from 'fast-check';
import { describeValues } from './texts.ts';
import type { components } from '../../generated/api.ts';

export type Chapter = components['schemas']['Chapter'];

/** A display title. If it has characters that are not ASCII, it includes an ASCII form (Chapter). */
export interface ChapterTitle {
  readonly title: string;
  readonly titleAscii?: string;
}

/** Titles that are easily damaged: quotes, other alphabets, an emoji, a long text. */
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

/** One update of the chapters of a book, relative to those it has. */
export interface ChapterUpdate {
  /** The chapters to replace, as numbers modulo the number of chapters. */
  readonly rewrite: readonly { readonly pick: number; readonly otherFile: boolean }[];
  /** The number of chapters to append. */
  readonly add: number;
  /** True if the update lists them in reverse order. */
  readonly backwards: boolean;
  /** A list longer than any update needs. */
  readonly titles: readonly ChapterTitle[];
}

const rewrite = fc.array(fc.record({ pick: fc.nat(9), otherFile: fc.boolean() }), { maxLength: 3 });
const titles = fc.array(chapterTitle, { minLength: 8, maxLength: 8 });

/** Generates several updates in a row, each with a chapter to add or to replace. */
export const chapterUpdates: fc.Arbitrary<readonly ChapterUpdate[]> = describeValues(
  fc.array(fc.record({ rewrite, add: fc.nat(2), backwards: fc.boolean(), titles }), {
    minLength: 1,
    maxLength: 3,
  }),
  (updates) => updates.map(describeUpdate).join(', then '),
);

/** Such as `an update that rewrites 1, adds 2 and lists them backwards`. */
function describeUpdate({ rewrite: rewritten, add, backwards }: ChapterUpdate): string {
  const parts = [
    ...(rewritten.length > 0 ? [`rewrites ${rewritten.length}`] : []),
    ...(add > 0 ? [`adds ${add}`] : []),
    ...(backwards ? ['lists them backwards'] : []),
  ];
  return parts.length === 0
    ? 'an update that changes nothing'
    : `an update that ${parts.join(', ')}`;
}
