/** Checks the chapters of audiobooks. */
import type { Chapter, Service, Version } from './book.ts';
import { isObject, isUuid } from './fields.ts';
import { openPoints as open } from './open-points.ts';
import { type Json, type Mistake, wrong } from './refusal.ts';

interface ChapterUpdate {
  readonly body: Json;
  readonly before: Version;
  readonly fields: Json;
}

interface CheckedChapters {
  readonly chapters: readonly Chapter[];
  readonly mistakes: readonly Mistake[];
}

/** Returns the chapters that an update leaves, and its mistakes. */
export function checkChapters(service: Service, update: ChapterUpdate): CheckedChapters {
  const { choose } = service;
  const { body, before, fields } = update;
  const sent = body['chapters'];
  const keep = (mistakes: readonly Mistake[] = []) => ({ chapters: before.chapters, mistakes });
  if (sent === undefined) return keep();
  const apply = (choice: number | string): CheckedChapters => {
    if (typeof choice === 'number') return keep([wrong('chapters', choice)]);
    return choice === 'cleared' ? { chapters: [], mistakes: [] } : keep();
  };
  if (sent === null) return apply(choose(open['null instead of chapters']));
  if (!Array.isArray(sent)) return apply(400);
  if ((fields['format'] ?? before.fields['format']) !== 'audio') {
    // The form of an entry is the same for all formats.
    const mistakes = sent.flatMap((entry, at) => findMistakes(service, { before, entry, at }));
    const misshapen = mistakes.filter(
      ({ path, status }) => status === 400 || path.at(-1) === 'sequence',
    );
    if (misshapen.length > 0) return keep(misshapen);
    return apply(choose(open['chapters of other formats']));
  }
  if (sent.length === 0) return apply(choose(open['no chapters']));
  return mergeChapters(service, before, sent);
}

interface Entry {
  readonly before: Version;
  readonly entry: unknown;
  readonly at: number;
}

function findMistakes(service: Service, { before, entry, at }: Entry): Mistake[] {
  const { wrongFields } = readChapter(service, before, entry);
  return wrongFields.map(({ path, status }) => ({ path: ['chapters', at, ...path], status }));
}

function mergeChapters(
  service: Service,
  before: Version,
  sent: readonly unknown[],
): CheckedChapters {
  const { choose } = service;
  const mistakes: Mistake[] = [];
  const drops = choose(open['chapters that an update does not mention']) === 'dropped';
  const chapters = new Map(
    drops ? [] : before.chapters.map((chapter) => [chapter.sequence, chapter] as const),
  );
  sent.forEach((entry, at) => {
    const { chapter, wrongFields } = readChapter(service, before, entry);
    mistakes.push(
      ...wrongFields.map(({ path, status }) => ({ path: ['chapters', at, ...path], status })),
    );
    if (chapter !== undefined) chapters.set(chapter.sequence, chapter);
  });
  const list = keepChapters(service, [...chapters.values()], sent);
  const sharesFile = new Set(list.map(({ fileId }) => fileId)).size < list.length;
  if (sharesFile && choose(open['when a shared file is refused']) === 'update') {
    mistakes.push(wrong('chapters', 422));
  }
  const hasGaps = list.some(({ sequence }) => sequence > list.length);
  if (hasGaps && choose(open['gaps between chapters']) === 422)
    mistakes.push(wrong('chapters', 422));
  return { chapters: mistakes.length > 0 ? before.chapters : list, mistakes };
}

/** Returns the chapters without those whose file the update gives to another one, if the service drops them. */
function keepChapters(
  { choose }: Service,
  chapters: readonly Chapter[],
  sent: readonly unknown[],
): readonly Chapter[] {
  if (choose(open['a chapter whose file another one gets']) === 'stays') return chapters;
  const entries = sent.filter(isObject);
  const has = (name: 'fileId' | 'sequence', value: unknown) =>
    entries.some((entry) => String(entry[name]).toLowerCase() === String(value));
  return chapters.filter(
    ({ fileId, sequence }) => has('sequence', sequence) || !has('fileId', fileId),
  );
}

function readChapter(service: Service, { attached }: Version, entry: unknown) {
  const { choose } = service;
  if (!isObject(entry)) return { chapter: undefined, wrongFields: [{ path: [], status: 400 }] };
  const { fileId, sequence, title, titleAscii } = entry;
  const wrongFields: Mistake[] = [];
  if (typeof title !== 'string') wrongFields.push(wrong('title', 400));
  if (typeof fileId !== 'string') wrongFields.push(wrong('fileId', 400));
  if (typeof sequence !== 'number') wrongFields.push(wrong('sequence', 400));
  else if (!Number.isInteger(sequence) || sequence < 1) {
    wrongFields.push(wrong('sequence', choose(open['a sequence that is no positive integer'])));
  }
  if (typeof title !== 'string' || typeof fileId !== 'string' || typeof sequence !== 'number') {
    return { chapter: undefined, wrongFields };
  }
  if (!isUuid(fileId)) wrongFields.push(wrong('fileId', choose(open['a value outside a range'])));
  if (titleAscii !== undefined && typeof titleAscii !== 'string') {
    wrongFields.push(wrong('titleAscii', 400));
  } else if (/\P{ASCII}/u.test(titleAscii ?? '')) {
    const choice = choose(open['an ASCII title with other characters']);
    if (choice !== 'accepted') wrongFields.push(wrong('titleAscii', choice));
  }
  const refusesEarly = choose(open['when a file that is not attached is refused']) === 'update';
  if (refusesEarly && isUuid(fileId) && !isTrack(attached, fileId))
    wrongFields.push(wrong('fileId', 422));
  const ascii = titleAscii === undefined ? {} : { titleAscii };
  const chapter: Chapter = { fileId: fileId.toLowerCase(), sequence, title, ...ascii };
  return { chapter, wrongFields };
}

function isTrack(attached: Version['attached'], fileId: string): boolean {
  return attached.some(({ id, role }) => id === fileId.toLowerCase() && role === 'audio_content');
}

/** Returns the mistakes in the chapters of an audiobook that is published. */
export function findMissingChapters(
  { choose }: Service,
  { attached, chapters }: Version,
): Mistake[] {
  const ids = chapters.map(({ fileId }) => fileId);
  const tracks = attached.filter(({ role }) => role === 'audio_content');
  const lacksChapter = tracks.some(({ id }) => !ids.includes(id));
  const hasGaps = chapters.some(({ sequence }) => sequence > chapters.length);
  const isWrong =
    chapters.length === 0 ||
    new Set(ids).size < ids.length ||
    !ids.every((id) => isTrack(attached, id)) ||
    (lacksChapter && choose(open['tracks without a chapter']) === 'refused') ||
    (hasGaps && choose(open['gaps between chapters']) === 'publish');
  return isWrong ? [wrong('chapters', 422)] : [];
}
