/** Rules about what a book needs before it is published, and after (What the service does, States and transitions). */
import {
  type JudgedRequest,
  type Book,
  isCertain,
  getKnownValue,
  readParamNames,
  locateInWindow,
} from '../../monitor/index.ts';
import { type CallerCall, type RuleResult, failIf, failIfAny } from './call.ts';
import type { CallerMemory } from './caller-memory.ts';

/** Judges a publish if the state of its book is known. */
export function judgePublish({ operation, judgedRequest, exchange }: CallerCall): RuleResult[] {
  if (operation !== 'publishBook' || judgedRequest === undefined) return [];
  if (!isCertain(judgedRequest.question)) return [];
  const { book } = judgedRequest.question;
  return [...judgeFinalVersion(book, judgedRequest, exchange), ...judgeTracks(book, judgedRequest)];
}

/**
 * A book inside the final version window is final. At the edges of the window the monitor leaves room for
 * time zones; there, the service's refusal decides.
 */
function judgeFinalVersion(
  book: Book,
  { question, refusals }: JudgedRequest,
  { response }: CallerCall['exchange'],
): RuleResult[] {
  const isFinal = getKnownValue(book, 'isFinalVersion');
  if (isFinal === undefined) return [];
  const date = getKnownValue(book, 'publicationDate');
  const position =
    typeof date === 'string'
      ? locateInWindow(date, question.now, { clockIsKnown: question.clockIsKnown })
      : undefined;
  const namesFlag = readParamNames(response?.body).includes('isFinalVersion');
  const isRefused = response?.status === 422 && namesFlag;
  const isRefusedAtEdge = isFinal === false && position === 'edge' && isRefused;
  const today = new Date(question.now).toISOString().slice(0, 10);
  const isBroken = refusals.includes('publish.final-version-window') || isRefusedAtEdge;
  return [
    failIf('caller.publishes-final-version', isBroken, {
      expected: `\`isFinalVersion\` true: the book is dated ${String(date)}, and today is ${today}`,
      actual: 'a publish with `isFinalVersion` false',
    }),
  ];
}

/** Each attached track of an audiobook has a chapter. */
function judgeTracks(book: Book, { question }: JudgedRequest): RuleResult[] {
  const { chapters } = book;
  if (getKnownValue(book, 'format') !== 'audio' || chapters === undefined) return [];
  const tracks = (book.files?.certain ?? []).filter(
    (id) => question.world.files.get(id)?.role === 'audio_content',
  );
  const tracksWithoutChapter = tracks.filter((id) =>
    chapters.every((possibleChapters) => possibleChapters.every(({ fileId }) => fileId !== id)),
  );
  return [
    failIfAny(
      'caller.gives-each-track-a-chapter',
      tracksWithoutChapter.map((id) => `${id} without one`),
      'a chapter for each attached `audio_content` file',
    ),
  ];
}

/** At the end of the caller, no published book was edited without another publish. */
export function judgeUnpublishedEdits({ publishedBooks }: CallerMemory) {
  return [...publishedBooks.values()].map(({ editedBy }) => {
    const result = failIf('caller.publishes-after-edits', editedBy !== undefined, {
      expected: 'another publish after the last edit',
      actual: 'an edit of a published book, which stays a draft',
    });
    return { result, exchange: editedBy ?? 0 };
  });
}
