/** Applies uploads and attaches to what is known. */
import type { StatedId } from '../../contract/requirements.ts';
import { findFileByUrl, unknownUploadMark, type Question } from '../expectations/index.ts';
import type { ResponseOutcome } from '../responses.ts';
import {
  anyValue,
  unite,
  exactly,
  isSameStatus,
  withClaims,
  type AttachedFiles,
  type Book,
  type Claim,
  type UploadedFile,
  type World,
} from '../world/index.ts';
import { getEffectTime, getKeptStatus, withoutFinalFlag, withStatus } from './change.ts';

/** Applies a PUT to a presigned URL that was accepted, or may have been. */
export function applyPut({ world, exchange }: Question, outcome: ResponseOutcome): World {
  const file = findFileByUrl(world, exchange.request.path);
  if (outcome === 'refused') return world;
  if (file === undefined)
    return { ...world, usedMarks: world.usedMarks.set(unknownUploadMark, true) };
  const { body } = exchange.request;
  const bytes = body.kind === 'bytes' ? body : undefined;
  const { answeredAt } = exchange;
  const next: UploadedFile =
    outcome === 'unclear'
      ? { ...file, maybeUploaded: true, lastPutAt: answeredAt }
      : {
          ...file,
          uploadCount: file.uploadCount + 1,
          storedBytes: {
            sha256: bytes?.sha256,
            hasRightFormat: hasRightFormat(file.role, bytes?.beginning),
          },
          lastPutAt: answeredAt,
        };
  const mark = `upload ${file.bookId} ${file.role} ${file.declaredHash}`;
  const book = world.books.get(file.bookId);
  const bookWithClaims =
    book &&
    withClaims(book, [
      { requirement: 'attach.references-only-after', field: 'files', refusedValue: [file.id] },
      { requirement: 'status.changed-only-by', field: 'status', refusedValue: 'in_review' },
    ]);
  return {
    ...world,
    files: world.files.set(file.id, next),
    usedMarks: world.usedMarks.set(mark, true),
    books: bookWithClaims ? world.books.set(book.id, bookWithClaims) : world.books,
  };
}

/** Applies an attach that was accepted, or may have been if `wasAccepted` is false. */
export function applyAttach(book: Book, question: Question, wasAccepted: boolean): Book {
  const { world, call } = question;
  const { fileId = '' } = call;
  const moment = getEffectTime(question, wasAccepted);
  const { isCertain } = moment;
  const wasAttached = book.files?.certain.includes(fileId) === true;
  const status =
    wasAccepted && !wasAttached
      ? exactly('draft')
      : unite(book.status.current, exactly('draft'), isSameStatus);
  const draft = withoutFinalFlag(withStatus(book, status, moment), moment);
  const files = book.files && withFile(book.files, fileId, { world, isCertain });
  const updatedBook = { ...draft, files };
  return wasAccepted ? withClaims(updatedBook, claimAttach(book, wasAttached)) : updatedBook;
}

/** The document does not say whether a second file replaces the first in a role that a book has once. */
function withFile(
  files: AttachedFiles,
  fileId: string,
  { world, isCertain }: { readonly world: World; readonly isCertain: boolean },
): AttachedFiles {
  const { certain, possible } = files;
  if (certain.includes(fileId)) return files;
  const role = world.files.get(fileId)?.role;
  const mayBeReplaced = (id: string): boolean => {
    const otherRole = world.files.get(id)?.role;
    const mayHaveSameRole = role === undefined || otherRole === undefined || otherRole === role;
    return role !== 'audio_content' && mayHaveSameRole;
  };
  const otherFiles = certain.filter((id) => !mayBeReplaced(id));
  const uncertainFiles = [
    ...possible.filter((id) => id !== fileId),
    ...certain.filter(mayBeReplaced),
  ];
  return isCertain
    ? { certain: [...otherFiles, fileId], possible: uncertainFiles }
    : { certain: otherFiles, possible: [...uncertainFiles, fileId] };
}

function claimAttach(book: Book, wasAttached: boolean): readonly Claim[] {
  const requirements: readonly StatedId[] = wasAttached
    ? []
    : ['attach.publish-again', 'attach.returns-to-draft'];
  const previous = getKeptStatus(book);
  return [
    { requirement: 'attach.references-file', field: 'files', previous: anyValue },
    ...requirements.map((requirement): Claim => ({ requirement, field: 'status', previous })),
  ];
}

/** Returns the files with the one that an attach names marked as attached, or as possibly attached. */
export function markAttached({ world, call }: Question, wasAccepted: boolean): World['files'] {
  const file = world.files.get(call.fileId ?? '');
  if (file === undefined) return world.files;
  const attached = wasAccepted || file.attached === 'yes' ? 'yes' : 'maybe';
  return world.files.set(file.id, { ...file, attached });
}

/**
 * Marks the files of chapters that an update may have removed as possibly attached: the document does not say
 * whether they stay.
 */
export function withLooseFiles(book: Book, previousBook: Book): Book {
  if (book.files === undefined || previousBook.chapters === undefined) return book;
  const chapterFiles = new Set(previousBook.chapters.flat().map(({ fileId }) => fileId));
  const allRemain = book.chapters?.every((chapters) =>
    [...chapterFiles].every((id) => chapters.some(({ fileId }) => fileId === id)),
  );
  if (allRemain === true) return book;
  const { certain, possible } = book.files;
  const looseFiles = certain.filter((id) => chapterFiles.has(id));
  const otherFiles = certain.filter((id) => !chapterFiles.has(id));
  return { ...book, files: { certain: otherFiles, possible: [...possible, ...looseFiles] } };
}

/** The formats of the guidance (document: File guidance). */
const formatsByRole: Readonly<Record<string, readonly string[]>> = {
  ebook_content: ['epub'],
  ebook_cover: ['jpeg', 'png'],
  audio_content: ['mp3', 'm4a'],
  audio_cover: ['jpeg', 'png'],
  pod_content: ['pdf'],
  pod_cover: ['pdf', 'jpeg', 'png'],
};

const signatures: readonly (readonly [format: string, offset: number, signature: string])[] = [
  ['epub', 30, 'mimetypeapplication/epub+zip'],
  ['jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['png', 0, '\u0089PNG\r\n\u001a\n'],
  ['pdf', 0, '%PDF-'],
  ['mp3', 0, 'ID3'],
  ['mp3', 0, '\u00ff\u00fb'],
  ['m4a', 4, 'ftyp'],
];

/** Returns whether the bytes have a format of the role; undefined if role or bytes are not known. */
function hasRightFormat(
  role: string | undefined,
  firstBytes: Uint8Array | undefined,
): boolean | undefined {
  if (role === undefined || firstBytes === undefined) return undefined;
  const text = String.fromCharCode(...firstBytes.subarray(0, 64));
  return signatures.some(
    ([format, offset, signature]) =>
      text.startsWith(signature, offset) && formatsByRole[role]?.includes(format) === true,
  );
}
