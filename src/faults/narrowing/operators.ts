/** Narrowing operators: conditions under which a fault shows, as data. */
import { operationIds } from '../../contract/operations.ts';
import type { Circumstances } from './circumstances.ts';

export interface Operator {
  /** In kebab case; `fault@operator` names the narrowed fault. */
  readonly name: string;
  /** The end of a sentence that starts with "Only". */
  readonly condition: string;
  readonly applies: (circumstances: Circumstances) => boolean;
  /** True if the first item of each array in a response stays correct. */
  readonly sparesFirstItem?: true;
}

const formats = ['ebook', 'print', 'audio'] as const;
const statuses = ['draft', 'in_review', 'published', 'withdrawn'] as const;

const textClasses: readonly {
  readonly name: string;
  readonly condition: string;
  readonly pattern: RegExp;
}[] = [
  { name: 'accented', condition: 'accented letters', pattern: /[À-ÖØ-öø-ÿ]/ },
  { name: 'astral', condition: 'characters outside the BMP', pattern: /[\u{10000}-\u{10FFFF}]/u },
  { name: 'right-to-left', condition: 'Hebrew or Arabic letters', pattern: /[\u0590-\u06FF]/ },
  { name: 'long', condition: 'at least 200 characters', pattern: /^.{200}/su },
];

export const operators: readonly Operator[] = [
  ...formats.map((format) => ({
    name: `only-${format}`,
    condition: `for the format \`${format}\``,
    applies: (circumstances: Circumstances) => circumstances.format === format,
  })),
  ...statuses.map((status) => ({
    name: `only-${status.replace('_', '-')}`,
    condition: `while the book is \`${status}\``,
    applies: (circumstances: Circumstances) => circumstances.status === status,
  })),
  {
    name: 'from-second-page',
    condition: 'from the second page of a list on',
    applies: ({ page }) => page > 1,
  },
  {
    name: 'from-second-item',
    condition: 'from the second item of an array on',
    applies: ({ operation, itemCount }) => isReadOperation(operation) || itemCount > 1,
    sparesFirstItem: true,
  },
  {
    name: 'from-second-publish',
    condition: 'after the first publish request for a book',
    // The count of a publish request includes that request.
    applies: ({ operation, publishCount }) => publishCount >= (operation === 'publishBook' ? 2 : 1),
  },
  {
    name: 'from-second-chapter',
    condition: 'for books with at least two chapters',
    applies: ({ chapterCount }) => chapterCount > 1,
  },
  {
    name: 'only-filtered',
    condition: 'in lists with a filter',
    applies: ({ isFiltered }) => isFiltered,
  },
  ...textClasses.map((textClass) => ({
    name: `only-${textClass.name}-text`,
    condition: `for texts with ${textClass.condition}`,
    applies: ({ texts }: Circumstances) => texts.some((text) => textClass.pattern.test(text)),
  })),
  {
    name: 'once-in-seven',
    condition: 'in every seventh request to an operation',
    applies: ({ requestCount }) => requestCount % 7 === 0,
  },
  ...operationIds.map((operation) => ({
    name: `only-in-${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    condition: `in the operation \`${operation}\``,
    applies: (circumstances: Circumstances) => circumstances.operation === operation,
  })),
];

/** Returns whether an operation only reads, so that it can run twice. */
export function isReadOperation(operation: string | undefined): boolean {
  return operation === 'readBook' || operation === 'listBooks' || operation === 'lookUpBook';
}
