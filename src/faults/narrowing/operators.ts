/** Narrowing operators: conditions under which a fault shows, as data. */
import { operationIds } from '../../contract/operations.ts';
import type { Circumstances } from './circumstances.ts';

export interface Operator {
  /** In kebab case; `fault@operator` names the narrowed fault. */
  readonly name: string;
  /** Completes "Only …". */
  readonly condition: string;
  readonly applies: (circumstances: Circumstances) => boolean;
  /** True if the first item of an array stays correct. */
  readonly sparesFirstItem?: true;
}

const formats = ['ebook', 'print', 'audio'] as const;
const statuses = ['draft', 'in_review', 'published', 'withdrawn'] as const;

const textClasses: readonly {
  readonly name: string;
  readonly condition: string;
  readonly in: RegExp;
}[] = [
  { name: 'accented', condition: 'accented letters', in: /[À-ÖØ-öø-ÿ]/ },
  { name: 'astral', condition: 'characters outside the BMP', in: /[\u{10000}-\u{10FFFF}]/u },
  { name: 'right-to-left', condition: 'Hebrew or Arabic letters', in: /[\u0590-\u06FF]/ },
  { name: 'long', condition: 'at least 200 characters', in: /^.{200}/su },
];

export const operators: readonly Operator[] = [
  ...formats.map((format) => ({
    name: `only-${format}`,
    condition: `for the format \`${format}\``,
    applies: (now: Circumstances) => now.format === format,
  })),
  ...statuses.map((status) => ({
    name: `only-${status.replace('_', '-')}`,
    condition: `while the book is \`${status}\``,
    applies: (now: Circumstances) => now.status === status,
  })),
  {
    name: 'from-second-page',
    condition: 'from the second page of a list on',
    applies: ({ page }) => page > 1,
  },
  {
    name: 'from-second-item',
    condition: 'from the second item of an array on',
    applies: ({ operation, items }) => isRead(operation) || items > 1,
    sparesFirstItem: true,
  },
  {
    name: 'from-second-publish',
    condition: 'from the second publish of a book on',
    applies: ({ operation, publishes }) => publishes >= (operation === 'publishBook' ? 2 : 1),
  },
  {
    name: 'from-second-chapter',
    condition: 'for books with at least two chapters',
    applies: ({ chapters }) => chapters > 1,
  },
  {
    name: 'only-filtered',
    condition: 'in lists with a filter',
    applies: ({ filtered }) => filtered,
  },
  ...textClasses.map((text) => ({
    name: `only-${text.name}-text`,
    condition: `for texts with ${text.condition}`,
    applies: ({ texts }: Circumstances) => texts.some((one) => text.in.test(one)),
  })),
  {
    name: 'once-in-seven',
    condition: 'in every seventh call of an operation',
    applies: ({ calls }) => calls % 7 === 0,
  },
  ...operationIds.map((operation) => ({
    name: `only-in-${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    condition: `in the operation \`${operation}\``,
    applies: (now: Circumstances) => now.operation === operation,
  })),
];

/** Returns whether an operation only reads, so that its answer can be computed twice. */
export function isRead(operation: string | undefined): boolean {
  return operation === 'readBook' || operation === 'listBooks' || operation === 'lookUpBook';
}
