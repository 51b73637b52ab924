/** Updates what is known after uploads and attaches. */
import type { StatedId } from '../../contract/requirements.ts';
import { findFileByUrl, type Question } from '../expectations/index.ts';
import type { Outcome } from '../responses/index.ts';
import {
  anything,
  eitherOf,
  exactly,
  sameStatus,
  withClaims,
  type AttachedFiles,
  type Book,
  type Claim,
  type UploadedFile,
  type World,
} from '../world/index.ts';
import { getMoment, statusBefore, withoutFinalFlag, withStatus, type Moment } from './change.ts';
import { isSoundKind } from './file-kind.ts';

export function afterPut({ world, exchange }: Question, outcome: Outcome): World {
  const file = findFileByUrl(world, exchange.request.path);
  if (file === undefined || outcome === 'refused') return world;
  const { body } = exchange.request;
  const bytes = body.kind === 'bytes' ? body : undefined;
  const { answeredAt } = exchange;
  const next: UploadedFile =
    outcome === 'unclear'
      ? { ...file, maybeUploaded: true, lastPut: answeredAt }
      : {
          ...file,
          uploads: file.uploads + 1,
          stored: {
            sha256: bytes?.sha256,
            soundKind: isSoundKind(file.role, bytes?.beginning),
          },
          lastPut: answeredAt,
        };
  const mark = `upload ${file.bookId} ${file.role} ${file.declared}`;
  const book = world.books.get(file.bookId);
  const noted =
    book &&
    withClaims(book, [
      { requirement: 'attach.references-only-after', field: 'files', refused: [file.id] },
      { requirement: 'status.changed-only-by', field: 'status', refused: 'in_review' },
    ]);
  return {
    ...world,
    files: world.files.set(file.id, next),
    used: world.used.set(mark, true),
    books: noted === undefined ? world.books : world.books.set(noted.id, noted),
  };
}

/** After an attach that was accepted, or may have been. */
export function afterAttach(book: Book, question: Question, certain: boolean): Book {
  const { world, call } = question;
  const { fileId = '' } = call;
  const moment: Moment = { ...getMoment(question), certain: certain && !question.disturbed };
  const again = book.files?.certain.includes(fileId) === true;
  const drafted = withStatus(
    book,
    certain && !again ? exactly('draft') : eitherOf(book.status.now, exactly('draft'), sameStatus),
    moment,
  );
  const flagged = withoutFinalFlag(drafted, moment);
  const files = book.files && withFile(book.files, fileId, { world, sure: moment.certain });
  const next = { ...flagged, files };
  return certain ? withClaims(next, attachClaims(book, again)) : next;
}

interface Placing {
  readonly world: World;
  readonly sure: boolean;
}

/** The document does not say whether a second file replaces the first in a role that a book has once. */
function withFile(files: AttachedFiles, fileId: string, { world, sure }: Placing): AttachedFiles {
  const { certain, possible } = files;
  if (certain.includes(fileId)) return files;
  const others = possible.filter((id) => id !== fileId);
  const role = world.files.get(fileId)?.role;
  const replaced = certain.filter((id) => {
    const other = world.files.get(id)?.role;
    return (
      role !== 'audio_content' && (role === undefined || other === undefined || other === role)
    );
  });
  const kept = certain.filter((id) => !replaced.includes(id));
  return sure
    ? { certain: [...kept, fileId], possible: [...others, ...replaced] }
    : { certain: kept, possible: [...others, ...replaced, fileId] };
}

function attachClaims(book: Book, again: boolean): readonly Claim[] {
  const requirements: readonly StatedId[] = again
    ? []
    : ['attach.publish-again', 'attach.returns-to-draft'];
  const was = statusBefore(book);
  return [
    { requirement: 'attach.references-file', field: 'files', was: anything },
    ...requirements.map((requirement) => ({ requirement, field: 'status', was })),
  ];
}

/** The file itself, once an attach was answered. */
export function attachedFile({ world, call }: Question, certain: boolean): World['files'] {
  const file = world.files.get(call.fileId ?? '');
  if (file === undefined) return world.files;
  const attached = certain ? 'yes' : file.attached === 'yes' ? 'yes' : 'maybe';
  return world.files.set(file.id, { ...file, attached });
}

/** Chapters that are replaced may take their files with them: that is open. */
export function withLooseFiles(book: Book, before: Book): Book {
  if (book.files === undefined || before.chapters === undefined) return book;
  const mentioned = new Set(before.chapters.flat().map(({ fileId }) => fileId));
  const kept = (book.chapters ?? []).every((one) =>
    [...mentioned].every((id) => one.some(({ fileId }) => fileId === id)),
  );
  if (book.chapters !== undefined && kept) return book;
  const { certain, possible } = book.files;
  const loose = certain.filter((id) => mentioned.has(id));
  const files = {
    certain: certain.filter((id) => !mentioned.has(id)),
    possible: [...possible, ...loose],
  };
  return { ...book, files };
}
