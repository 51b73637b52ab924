/** Returns the reasons to refuse the chapters of an update. */
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { RequestReading } from '../../../contract/requests/index.ts';
import { isSpelled, isUuid } from '../../call.ts';
import {
  anyRefusal,
  decides,
  getKnownValue,
  type Ground,
  hasGaps,
  isCertain,
  judgeFileFitness,
  may,
  must,
  type Question,
  readSentFields,
  when,
} from '../../grounds/index.ts';
import type { ChapterAlternatives, KnownChapter } from '../../world/index.ts';

/** Returns the reasons to refuse chapters for the state of their book. The contract describes their form. */
export function chapterGrounds(value: unknown, question: Question): readonly Ground[] {
  if (!isArray(value)) return [];
  const { book } = question;
  const format = book && getKnownValue(book, 'format');
  const nonAudio = (format === undefined ? may : decides)('chapters.non-audio', 400, 422);
  return [
    ...(format === 'audio' ? [] : [nonAudio]),
    ...value.flatMap((entry, index) =>
      isObject(entry) ? fileGrounds(entry, `chapters.${index}`, question) : [],
    ),
    ...conflictGrounds(value.filter(isObject), question),
  ];
}

/** The document does not say whether an entry for an existing chapter may leave something out. */
export function permitPartialEntries(reading: RequestReading, question: Question): RequestReading {
  const chapters = readSentFields(question)?.['chapters'];
  const entries = isArray(chapters) ? chapters : [];
  const mayBePartial = ({ keyword, name }: RequestReading['violations'][number]): boolean => {
    const [, index, key] = /^chapters\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const entry = entries[Number(index)];
    if (keyword !== 'required' || key === 'sequence' || !isObject(entry)) return false;
    const isNew = question.book?.chapters?.every((known) =>
      known.every(({ sequence }) => sequence !== entry['sequence']),
    );
    return isNew !== true;
  };
  const partial = reading.violations.filter(mayBePartial).map(({ name }) => ({
    name,
    silences: ['chapters.partial-entry'] as const,
    statuses: undefined,
    shows: false,
  }));
  return {
    ...reading,
    violations: reading.violations.filter((violation) => !mayBePartial(violation)),
    openValues: [...reading.openValues, ...partial],
  };
}

function fileGrounds({ fileId }: JsonObject, place: string, question: Question): readonly Ground[] {
  if (typeof fileId !== 'string' || !isUuid(fileId)) return [];
  if (!isCertain(question) || !isSpelled(fileId, question.world.upperCaseIds)) {
    return [may('flow.chapters-before-attach', 422)];
  }
  const fitness = judgeFileFitness(fileId.toLowerCase(), question.book, question);
  if (fitness === 'fit') return [];
  if (fitness !== 'granted') return [may('flow.chapters-before-attach', 422)];
  const readings = question.world.readings.get('flow.chapters-before-attach');
  const isRefused = readings?.has('422') === true && !readings.has('accepted');
  return isRefused
    ? [must('chapters.file-must-match', [422], `${place}.fileId`)]
    : [decides('flow.chapters-before-attach', 422)];
}

/** Returns the conflicts of the entries with each other and with the stored chapters. */
function conflictGrounds(entries: readonly JsonObject[], { book }: Question): readonly Ground[] {
  const sequences = entries.map(({ sequence }) => sequence);
  const hasRepeats = new Set(sequences).size < sequences.length;
  return [
    ...when(hasRepeats, may('chapters.duplicate-sequence', ...anyRefusal)),
    ...when(mayShareFile(entries, book?.chapters), may('chapters.shared-file', 400, 422)),
    ...when(mayLeaveGaps(sequences, book?.chapters), may('chapters.gaps', ...anyRefusal)),
  ];
}

function mayShareFile(
  entries: readonly JsonObject[],
  previous: ChapterAlternatives | undefined,
): boolean {
  const sent = entries.map(({ fileId, sequence }) => ({
    sequence,
    // Known chapters have ids in lower case.
    fileId: typeof fileId === 'string' ? fileId.toLowerCase() : fileId,
  }));
  if (previous === undefined || new Set(sent.map(({ fileId }) => fileId)).size < sent.length) {
    return true;
  }
  return previous.some((chapters) =>
    chapters.some(({ fileId, sequence }) =>
      sent.some((entry) => entry.fileId === fileId && entry.sequence !== sequence),
    ),
  );
}

function mayLeaveGaps(
  sequences: readonly unknown[],
  previous: ChapterAlternatives | undefined,
): boolean {
  if (previous === undefined || hasGaps(sequences)) return true;
  return previous.some((chapters: readonly KnownChapter[]) =>
    hasGaps([...sequences, ...chapters.map(({ sequence }) => sequence)]),
  );
}
