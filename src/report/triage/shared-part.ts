/** Names what all refused requests have in common, for titles, which contain no drawn values. */
import { listPermittedValues } from '../../contract/fields.ts';
import type { FindingRow } from '../record/index.ts';

/** Returns what all refused requests sent and no accepted one, such as `contributor.role "Editor"`; undefined if that is not certain, or if the values were drawn. */
export function describeSharedPart({ judged }: FindingRow): string | undefined {
  const { separation } = judged ?? {};
  if (separation === undefined || separation.isGuess === true) return undefined;
  const { dimension, values } = separation.condition;
  const [, kind, name] = /^(sent|kind|count) (.+)$/.exec(dimension) ?? [];
  const text = values.join(' or ');
  if (kind === 'kind') return `a valid ${name} ${text}`;
  if (kind === 'count') return `${text} ${values.join() === '1' ? 'entry' : 'entries'} in ${name}`;
  if (dimension === 'sends') return `a valid ${text}`;
  const areStable = values.every(
    (value) => /^(?:true|false|null|\d{1,2})$/.test(value) || isPermittedValue(value),
  );
  return kind === 'sent' && areStable ? `${name} ${text}` : undefined;
}

/** Returns true for a value that is the same in every run: a boolean, or a value that the contract lists. */
export function isPermittedValue(value: string): boolean {
  const text = value.replaceAll(/^"|"$/g, '');
  return /^(true|false|null|\[\])$/.test(text) || listPermittedValues().has(text);
}
