/** Judges whether a filtered list shows only books that match. */
import { isArray } from '../../../contract/json-pointer.ts';
import type { Question } from '../../grounds/index.ts';
import { formatValue, judgeCondition, type Judgement } from '../../views/index.ts';
import type { ListQuery } from './list-query.ts';
import { isValueOpen } from './listed-books.ts';
import type { ShownItem } from './shown-page.ts';

export function judgeFilters(
  items: readonly ShownItem[],
  { format, language }: ListQuery,
  question: Question,
): readonly Judgement[] {
  const code = language?.toUpperCase() ?? '';
  const filters = [
    {
      name: 'format',
      wanted: format,
      requirement: 'list.format-filter',
      expected: `only books of format ${format}`,
      matches: (value: unknown) => value === format,
    },
    {
      name: 'language',
      wanted: language,
      requirement: 'list.language-filter',
      expected: `only books in ${code}`,
      matches: (value: unknown) => mayMatch(value, code),
    },
  ] as const;
  return filters.flatMap(({ name, wanted, requirement, expected, matches }) => {
    if (wanted === undefined || items.length === 0) return [];
    // The filter and the item may each lag behind a write.
    const wrongItem = items.find(
      ({ id, attributes }) => !matches(attributes[name]) && !isValueOpen(id, name, question),
    );
    const pointer = `/data/${wrongItem?.index}/attributes/${name}`;
    const difference = { expected, actual: formatValue(wrongItem?.attributes[name]), pointer };
    return [judgeCondition(wrongItem === undefined, requirement, difference)];
  });
}

/** Returns whether the filter may match a book. How it compares codes is open (`list.language.match`), so the primary subtag is enough. */
function mayMatch(language: unknown, code: string): boolean {
  if (!isArray(language)) return true;
  return language.some((listedCode) =>
    (typeof listedCode === 'string' ? listedCode : '')
      .toUpperCase()
      .startsWith(code.split('-')[0] ?? ''),
  );
}
