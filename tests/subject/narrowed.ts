/** The subject with faults that show only under a condition, so only for some requests. */
import type { Situation } from './state.ts';
import { characters, type CharacterName } from './characters.ts';
import { faults, type SubjectFault, type FaultName } from './faults.ts';
import { startSubject, type Subject } from './subject.ts';

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

const narrowings: Readonly<Record<string, Condition>> = {
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

const names = Object.keys(characters).filter((name): name is CharacterName => name in characters);
const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

interface NarrowedFault {
  readonly fault: FaultName;
  /** The name of its condition. */
  readonly narrowing: string;
  readonly character: CharacterName;
}

function getFault(fault: FaultName): SubjectFault {
  return faults[fault];
}

/**
 * Each fault under each condition, cycling through the characters that can show it.
 * Faults that can be seen only from a certain hour on are left out.
 */
const narrowedFaultsByName = new Map<string, NarrowedFault>(
  faultNames
    .filter((fault) => getFault(fault).visibleFromHour === undefined)
    .flatMap((fault, row) =>
      Object.keys(narrowings).map((narrowing, column) => {
        const candidates = getFault(fault).visibleIn ?? names;
        const character = candidates[(row + column) % candidates.length];
        if (character === undefined) throw new Error(`No character can show the fault ${fault}.`);
        return [`${fault}@${narrowing}`, { fault, narrowing, character }] as const;
      }),
    ),
);

export const narrowedFaults: Readonly<
  Record<string, { readonly description: string; readonly breaks: readonly string[] }>
> = Object.fromEntries(
  [...narrowedFaultsByName].map(([name, { fault, narrowing, character }]) => [
    name,
    {
      description: `${fault}, only ${narrowing}, in ${character}`,
      breaks: getFault(fault).breaks,
    },
  ]),
);

interface NarrowedOptions {
  readonly name: string;
  /** False to start the same subject without its fault, for comparison. */
  readonly faultActive: boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Starts the subject that can have a narrowed fault. */
export async function startNarrowed(options: NarrowedOptions): Promise<Subject> {
  const { name, faultActive, now, newId } = options;
  const narrowedFault = narrowedFaultsByName.get(name);
  if (narrowedFault === undefined) throw new Error(`The subject has no fault ${name}.`);
  const { fault, narrowing, character } = narrowedFault;
  const faultCondition = narrowings[narrowing];
  return startSubject({
    character,
    now,
    newId,
    faults: faultActive ? [fault] : [],
    ...(faultCondition === undefined ? {} : { faultCondition }),
  });
}
