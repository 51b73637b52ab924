/** Updates what is known after an update that was accepted, refused or lost. */
import {
  judgeFileFitness,
  isMust,
  type Expectation,
  type Question,
} from '../expectations/index.ts';
import { readParamNames } from '../responses/index.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  eitherOf,
  isClientField,
  exactly,
  onlyValue,
  sameStatus,
  withChapters,
  withClaims,
  withoutState,
  type Book,
  type Chapters,
  type Claim,
  type KnownChapter,
} from '../world/index.ts';
import {
  getMoment,
  statusBefore,
  withField,
  withoutFinalFlag,
  withStatus,
  type Moment,
} from './change.ts';
import { sentFields } from './create.ts';
import { computeUpdate } from './stored-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** After a PATCH that was accepted, or may have been (`certain` false). */
export function afterUpdate(book: Book, question: Question, certain: boolean): Book {
  const fields = sentFields(question);
  if (fields === undefined) return afterUnreadUpdate(book, question);
  const moment = { ...getMoment(question), certain: certain && !question.disturbed };
  const alive =
    moment.certain && book.deleted === 'maybe' ? { ...book, deleted: 'no' as const } : book;
  const written = withValues(alive, fields, { question, moment });
  const effect = certain && setsValues(fields) ? 'certainly' : 'perhaps';
  const drafted = withDraft(written, effect, moment);
  return certain ? withClaims(drafted, updateClaims(book, fields)) : drafted;
}

/** After a PATCH that may have taken effect, and whose body is missing or has no fields. */
function afterUnreadUpdate(book: Book, question: Question): Book {
  if (question.call.body.kind === 'unknown') return withoutState(book, question.lagTime);
  return withDraft(book, 'perhaps', getMoment(question));
}

interface UpdateContext {
  readonly question: Question;
  readonly moment: Moment;
}

function withValues(book: Book, fields: Fields, { question, moment }: UpdateContext): Book {
  const mentionsFlag = 'isFinalVersion' in fields;
  const format = onlyValue(book.fields.format.now)?.value;
  const flagged = mentionsFlag ? book : withoutFinalFlag(book, moment);
  const written = Object.entries(fields).reduce<Book>((made, [name, value]) => {
    if (name === 'chapters') return withSentChapters(made, value, { question, moment });
    if (name === 'imprint')
      return { ...made, sentImprints: [...made.sentImprints.slice(-4), value] };
    if (!isClientField(name)) return made;
    const before = made.fields[name].now;
    const updated = computeUpdate(name, value, { before, format, world: question.world });
    return withField(made, { name, ...updated }, moment);
  }, flagged);
  const mayChangeFormat = 'format' in fields && fields['format'] !== format;
  return mayChangeFormat ? { ...written, chapters: undefined } : written;
}

/** Any update returns a book to draft, also one that sets the values it has. Other keys may be ignored. */
function setsValues(fields: Fields): boolean {
  return Object.entries(fields).some(
    ([name, value]) => (isClientField(name) || name === 'chapters') && value !== null,
  );
}

function withDraft(book: Book, effect: 'certainly' | 'perhaps', moment: Moment): Book {
  const next =
    effect === 'certainly'
      ? exactly('draft')
      : eitherOf(book.status.now, exactly('draft'), sameStatus);
  return withStatus(book, next, moment);
}

/** The document does not say what becomes of chapters that an update does not mention. */
function withSentChapters(book: Book, value: unknown, { question, moment }: UpdateContext): Book {
  const before = book.chapters;
  if (!isArray(value) || before === undefined || !value.every(isObject)) {
    return { ...book, chapters: undefined };
  }
  const format = onlyValue(book.fields.format.now)?.value;
  const sent = value.map((entry) => chapterOf(entry, book, question));
  const whole = sent.filter((one) => one !== undefined);
  const repeated = new Set(whole.map(({ sequence }) => sequence)).size < whole.length;
  if (whole.length < sent.length || repeated) return { ...book, chapters: undefined };
  if (value.length === 0) return { ...book, chapters: uniqueAlternatives([...before, []]) };
  const next = withChapters(before, markSharedFiles(whole), getUnmentionedReading(question));
  if (next === undefined) return { ...book, chapters: undefined };
  const sure = moment.certain && format === 'audio';
  return { ...book, chapters: sure ? next : uniqueAlternatives([...before, ...next]) };
}

function getUnmentionedReading({ world }: Question): 'merge' | 'replace' | 'either' {
  const seen = world.readings.get('chapters.unmentioned');
  const [merges, replaces] = [seen?.has('merge') === true, seen?.has('replace') === true];
  if (merges === replaces) return 'either';
  return merges ? 'merge' : 'replace';
}

function uniqueAlternatives(chapters: Chapters): Chapters | undefined {
  const all = [...new Map(chapters.map((one) => [JSON.stringify(one), one])).values()];
  return all.length > 8 ? undefined : all;
}

function chapterOf(entry: Fields, book: Book, question: Question): KnownChapter | undefined {
  const { fileId, sequence, title, titleAscii = null } = entry;
  if (typeof fileId !== 'string' || typeof sequence !== 'number' || typeof title !== 'string') {
    return undefined;
  }
  if (titleAscii !== null && typeof titleAscii !== 'string') return undefined;
  const unfit = judgeFileFitness(fileId.toLowerCase(), book, question) === 'unfit';
  return { fileId: fileId.toLowerCase(), sequence, title, titleAscii, unfit };
}

function markSharedFiles(chapters: readonly KnownChapter[]): readonly KnownChapter[] {
  return chapters.map((one) => ({
    ...one,
    unfit: one.unfit || chapters.filter(({ fileId }) => fileId === one.fileId).length > 1,
  }));
}

function updateClaims(book: Book, fields: Fields): readonly Claim[] {
  const names = Object.keys(fields).filter((name) => isClientField(name) || name === 'chapters');
  const wasDraft = onlyValue(book.status.now)?.value === 'draft';
  const was = statusBefore(book);
  return [
    { requirement: 'update.keeps-the-rest', field: '*' },
    { requirement: 'update.shows-draft', field: 'status', was },
    {
      requirement: wasDraft ? 'update.draft-stays-draft' : 'update.returns-to-draft',
      field: 'status',
      was,
    },
    ...names.flatMap((field) => valueClaims(book, field)),
    ...chapterClaims(book, fields['chapters']),
    ...('imprint' in fields
      ? [{ requirement: 'book.imprint-set-by-service', field: 'imprint' } as const]
      : []),
  ];
}

const byField: Readonly<Record<string, readonly StatedId[]>> = {
  chapters: ['chapters.set-by-update', 'chapters.order', 'chapters.read-back'],
  audioDetails: ['audio-details.on-create-and-update', 'update.changes-values'],
};

function valueClaims(book: Book, field: string): readonly Claim[] {
  const requirements = byField[field] ?? (['update.changes-values'] as const);
  const set = isClientField(field) ? { was: book.fields[field].now } : {};
  return requirements.map((requirement) => ({ requirement, field, ...set }));
}

/** Entries whose sequence exists replace a chapter, the others add one. */
function chapterClaims({ chapters }: Book, sent: unknown): readonly Claim[] {
  if (!isArray(sent) || chapters === undefined) return [];
  const exists = sent.map((entry) =>
    chapters.every((one) =>
      one.some(({ sequence }) => isObject(entry) && entry['sequence'] === sequence),
    ),
  );
  return [
    ...(exists.includes(true) ? (['chapters.replace'] as const) : []),
    ...(exists.includes(false) ? (['chapters.add'] as const) : []),
  ].map((requirement) => ({ requirement, field: 'chapters' }));
}

/**
 * After a PATCH that was refused: the status and the values it was refused for stay as they were.
 * What becomes of its good values is open.
 */
export function afterRefusedUpdate(book: Book, question: Question, expectation: Expectation): Book {
  const { response } = question.exchange;
  const fields = sentFields(question);
  if (question.call.body.kind === 'unknown') return withoutState(book, question.lagTime);
  if (fields === undefined || response === undefined) return book;
  const bad = [
    ...expectation.grounds.filter(isMust).flatMap(({ names }) => names),
    ...readParamNames(response.body),
  ].map(
    (name) =>
      name
        .replaceAll(/[[\]/]/g, '.')
        .split('.')
        .find(Boolean) ?? '',
  );
  // Refused for the status of the book, say, all of its values are good ones.
  const good = Object.fromEntries(Object.entries(fields).filter(([name]) => !bad.includes(name)));
  const moment = { ...getMoment(question), certain: false };
  const kept = Object.keys(good).length === 0 ? book : withValues(book, good, { question, moment });
  const claims = ['status', ...Object.keys(fields)]
    .filter((name) => name === 'status' || isClientField(name) || name === 'chapters')
    .map((field) => ({
      requirement: 'update.refused-changes-nothing' as const,
      field,
      ...(field === 'chapters' ? {} : { refused: field === 'status' ? 'draft' : fields[field] }),
    }));
  return withClaims(kept, claims);
}
