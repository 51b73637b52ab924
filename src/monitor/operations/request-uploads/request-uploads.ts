/** POST upload: what is expected of an upload request, what it does, and how its grants are read. */
import type { Question } from '../../grounds/index.ts';
import { readGrants } from '../../responses.ts';
import { type Book, type Claim, withClaims, type World } from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { applyUploadRequest } from './apply-uploads.ts';
import { expectUploads } from './expect-uploads.ts';
import { judgeUploads } from './grant-view.ts';

/** POST upload. */
export const requestOperation: MonitoredOperation = {
  expect: expectUploads,
  apply: applyUploads,
  judge: ({ question }) => judgeUploads(question),
};

function applyUploads(effect: Effect): World {
  const { question, outcome } = effect;
  const body = question.exchange.response?.body;
  const world = outcome === 'accepted' ? applyUploadRequest(question, body) : question.world;
  return applyToBook(
    { ...effect, question: { ...question, world } },
    {
      change: (book) =>
        withClaims(
          outcome === 'accepted' ? withUnreadGrants(book, question) : withUnknownFiles(book),
          claimUpload(question),
        ),
      claimRefused: claimUpload,
      claimNoEffect: (requirement) => [{ requirement, field: 'status', refusedValue: 'draft' }],
    },
  );
}

/** If the grants of a response cannot be read, unknown files may be attached later. */
function withUnreadGrants(book: Book, { exchange }: Question): Book {
  const isReadable = readGrants(exchange.response?.body) !== undefined;
  return isReadable ? book : withUnknownFiles(book);
}

/** A call that was wrongly accepted, or has no response, may have granted files as well. */
function withUnknownFiles(book: Book): Book {
  return { ...book, knowsFiles: false };
}

/** An upload request neither returns its book to draft nor attaches the files that it announces. */
function claimUpload({ exchange }: Question): readonly Claim[] {
  const ids = (readGrants(exchange.response?.body) ?? []).map(({ id }) => id);
  return [
    { requirement: 'upload.keeps-status', field: 'status', refusedValue: 'draft' },
    { requirement: 'attach.references-only-after', field: 'files', refusedValue: ids },
  ];
}
