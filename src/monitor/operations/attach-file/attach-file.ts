/** PATCH attach: what is expected of an attach, and what it does. */
import type { StatedId } from '../../../contract/requirements.ts';
import {
  getDraftStatuses,
  getEffectTime,
  getKeptStatus,
  withoutFinalFlag,
  withStatus,
} from '../../book-state/index.ts';
import type { Question } from '../../grounds/index.ts';
import {
  anyValue,
  type AttachedFiles,
  type Book,
  type Claim,
  exactly,
  isSameStatus,
  unite,
  withClaims,
  type World,
} from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { expectAttach } from './expect-attach.ts';

/** PATCH attach. */
export const attachOperation: MonitoredOperation = {
  expect: expectAttach,
  apply: applyAttachCall,
};

function applyAttachCall(effect: Effect): World {
  const { question, outcome } = effect;
  const world = applyToBook(effect, {
    change: applyAttach,
    claimRefused: claimRefusedAttach,
    claimNoEffect: (requirement, { call: { fileId } }) => [
      { requirement, field: 'status', refusedValue: 'draft' },
      { requirement, field: 'files', refusedValue: [fileId] },
    ],
  });
  return outcome === 'refused'
    ? world
    : { ...world, files: markAttached(question, outcome === 'accepted') };
}

/** What a refused attach would have changed stays as it was. */
function claimRefusedAttach({ call: { fileId } }: Question): readonly Claim[] {
  return [
    { requirement: 'attach.refused-changes-nothing', field: 'status', refusedValue: 'draft' },
    { requirement: 'attach.refused-changes-nothing', field: 'files', refusedValue: [fileId] },
    { requirement: 'attach.references-only-after', field: 'files', refusedValue: [fileId] },
  ];
}

/** Applies an attach that was accepted, or may have been if `wasAccepted` is false. */
function applyAttach(book: Book, question: Question, wasAccepted: boolean): Book {
  const { world, call } = question;
  const { fileId = '' } = call;
  const moment = getEffectTime(question, wasAccepted);
  const { isCertain } = moment;
  const wasAttached = book.files?.certain.includes(fileId) === true;
  const status =
    wasAccepted && !wasAttached
      ? getDraftStatuses(book)
      : unite(book.status.current, exactly('draft'), isSameStatus);
  const draft = withoutFinalFlag(withStatus(book, status, moment), moment);
  const isReplaced = isCertain && mayBeReplaced(book, question);
  const files =
    book.files && withFile(book.files, fileId, { world, isCertain: isCertain && !isReplaced });
  const updatedBook = { ...draft, files };
  return wasAccepted ? withClaims(updatedBook, claimAttach(book, wasAttached)) : updatedBook;
}

/** True if an overlapping attach may have put another file into the same role afterwards. */
function mayBeReplaced({ writes }: Book, { world, call, exchange }: Question): boolean {
  const { fileId = '' } = call;
  return writes.some(
    ({ answeredAt, attachedFileId }) =>
      attachedFileId !== undefined &&
      answeredAt > exchange.sentAt &&
      mayShareRole(world, attachedFileId, fileId),
  );
}

/** Returns whether a book may have only one of two files, because both may have a role that a book has once. */
function mayShareRole({ files }: World, oneId: string, otherId: string): boolean {
  const [role, otherRole] = [files.get(oneId)?.role, files.get(otherId)?.role];
  const mayBeSame = role === undefined || otherRole === undefined || otherRole === role;
  return (
    oneId !== otherId && role !== 'audio_content' && otherRole !== 'audio_content' && mayBeSame
  );
}

/** The document does not say whether a second file replaces the first in a role that a book has once. */
function withFile(
  files: AttachedFiles,
  fileId: string,
  { world, isCertain }: { readonly world: World; readonly isCertain: boolean },
): AttachedFiles {
  const { certain, possible } = files;
  if (certain.includes(fileId)) return files;
  const mayReplace = (id: string): boolean => mayShareRole(world, id, fileId);
  const otherFiles = certain.filter((id) => !mayReplace(id));
  const uncertainFiles = [...possible.filter((id) => id !== fileId), ...certain.filter(mayReplace)];
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
function markAttached({ world, call, exchange }: Question, wasAccepted: boolean): World['files'] {
  const file = world.files.get(call.fileId ?? '');
  if (file === undefined) return world.files;
  const attached = wasAccepted || file.attached === 'yes' ? 'yes' : 'maybe';
  return world.files.set(file.id, { ...file, attached, lastAttachAt: exchange.answeredAt });
}
