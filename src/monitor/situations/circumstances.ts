/** Everything known about an exchange and its book before the call, to find out what exchanges that drift have in common. */
import { isArray } from '../../contract/json-pointer.ts';
import { countDaysUntil, getKnownValue, type Question, readSentFields } from '../grounds/index.ts';
import type { Book } from '../world/index.ts';
import type { Situation } from './dimensions.ts';

/** Values by dimension: those of the situation, and of the state and the history of the book. */
export type Circumstances = Readonly<Record<string, readonly string[]>>;

/** Returns the situation together with the state and the history of the addressed book. */
export function readCircumstances(situation: Situation, question: Question): Circumstances {
  const { book, now } = question;
  const values = Object.entries(situation).map(([name, value]) => [name, [value].flat()] as const);
  const date =
    readSentFields(question)?.['publicationDate'] ??
    (book && getKnownValue(book, 'publicationDate'));
  const days = typeof date === 'string' ? countDaysUntil(date, now) : undefined;
  return {
    ...(book && readBackground(book)),
    ...(days !== undefined && { days: [nameWeek(days)] }),
    ...Object.fromEntries(values),
  };
}

/** Limits of the document are whole weeks, and services miss them by days or by weeks. */
function nameWeek(days: number): string {
  if (days < 0) return 'past';
  if (days === 0) return 'today';
  const week = Math.ceil(days / 7);
  return week > 4 ? 'more than 28 days ahead' : `${7 * week - 6} to ${7 * week} days ahead`;
}

function readBackground(book: Book): Circumstances {
  const known = Object.keys(book.fields).flatMap((name) => {
    const value = getKnownValue(book, name);
    return value === undefined ? [] : [{ name, value }];
  });
  const isEmpty = ({ value }: { readonly value: unknown }): boolean =>
    value === null || value === '' || (isArray(value) && value.length === 0);
  const lists = known.flatMap(({ name, value }) =>
    isArray(value) ? [[`number of ${name}`, [countEntries(value.length)]] as const] : [],
  );
  const [chapters, ...alternatives] = book.chapters ?? [];
  const finalVersion = getKnownValue(book, 'isFinalVersion');
  return {
    published: [countTimes(book, 'publishBook')],
    unpublished: [countTimes(book, 'unpublishBook')],
    updated: [countTimes(book, 'updateBook')],
    uploads: [countTimes(book, 'requestUploads')],
    has: known.filter((field) => !isEmpty(field)).map(({ name }) => name),
    lacks: known.filter(isEmpty).map(({ name }) => name),
    ...Object.fromEntries(lists),
    ...(chapters !== undefined &&
      alternatives.length === 0 && { 'number of chapters': [countEntries(chapters.length)] }),
    ...(book.files !== undefined && {
      'number of files': [countEntries(book.files.certain.length)],
    }),
    ...(typeof finalVersion === 'boolean' && { finalVersion: [finalVersion ? 'yes' : 'no'] }),
  };
}

function countTimes({ acceptedCallCounts }: Book, operation: string): string {
  return ['never', 'once'][acceptedCallCounts[operation] ?? 0] ?? 'more than once';
}

function countEntries(count: number): string {
  return ['no', 'one', 'two'][count] ?? 'several';
}
