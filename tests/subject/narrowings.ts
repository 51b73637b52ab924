/** The conditions that narrowed faults can have, so that a fault shows only for some requests. */
import type { Situation } from './state.ts';

type Condition = (situation: Situation) => boolean;

const formats = ['ebook', 'print', 'audio'];
const statuses = ['draft', 'in_review', 'published', 'withdrawn'];

const routes = [
  'POST books',
  'GET books',
  'GET one',
  'GET external-id',
  'PATCH one',
  'POST upload',
  'PUT bytes',
  'PATCH attach',
  'POST publish',
  'POST unpublish',
  'DELETE one',
];

export const narrowings: Readonly<Record<string, Condition>> = {
  ...createConditions(formats, 'for', ({ format }) => format),
  ...createConditions(statuses, 'while', ({ status }) => status),
  'on-later-pages': ({ page }) => page > 1,
  'for-several-items': ({ maxListLength }) => maxListLength > 1,
  'once-published-before': ({ earlierPublishes }) => earlierPublishes > 0,
  'for-several-chapters': ({ chapterCount }) => chapterCount > 1,
  'under-a-filter': ({ isFiltered }) => isFiltered,
  'for-accents': ({ text }) => /[À-ÖØ-öø-ÿ]/.test(text),
  'for-emoji': ({ text }) => /[\u{1F000}-\u{1FAFF}]/u.test(text),
  'for-right-to-left': ({ text }) => /[\u0590-\u06FF]/.test(text),
  'for-long-texts': ({ maxStringLength }) => maxStringLength >= 200,
  'every-seventh-time': ({ requestNumber }) => requestNumber % 7 === 0,
  ...createConditions(routes, 'at', ({ route }) => route),
};

/** Returns a condition for each value, such as `for-ebook`, that holds if the situation has this value. */
function createConditions(
  values: readonly string[],
  prefix: string,
  readValue: (situation: Situation) => string | undefined,
): Record<string, Condition> {
  return Object.fromEntries(
    values.map((value) => [
      `${prefix}-${value.replace(' ', '-')}`,
      (situation: Situation) => readValue(situation) === value,
    ]),
  );
}
