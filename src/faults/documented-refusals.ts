/** The refusals in the document: the rule behind each, and where else a mistake in it shows. */
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/parts/index.ts';
import type { Rules } from '../sandbox/readings/index.ts';

export interface Documented {
  readonly requirement: RequirementId;
  /** The status that a fault gives it instead. */
  readonly instead: number;
  /** Ids and areas in which the same mistake also shows. */
  readonly shadows?: readonly string[];
  /** The requirements that a mistake in it breaks, if not the id itself. */
  readonly against?: readonly RequirementId[];
  /** True if the success of such a request would only say that nothing changed. */
  readonly emptyWhenTaken?: boolean;
}

/** A refusal that follows from a rule. Without the rule the request is accepted. */
export interface Ruled extends Documented {
  readonly operation: KeyedOperation;
  readonly lenient: Partial<Rules>;
  /** The requirements that a refused request must change nothing. */
  readonly keeps: readonly RequirementId[];
}

const values = ['errors.documented-422', 'problem.', 'book.', 'create.', 'update.'];

export const ruled: readonly Ruled[] = [
  {
    requirement: 'isbn.valid-on-create',
    operation: 'createBook',
    instead: 400,
    lenient: { validIsbn13: () => true, isbnPrefix: () => true },
    keeps: ['create.refused-leaves-nothing'],
    shadows: values,
  },
  {
    requirement: 'isbn.valid-on-update',
    operation: 'updateBook',
    instead: 400,
    lenient: { validIsbn13: () => true, isbnPrefix: () => true },
    keeps: ['update.refused-changes-nothing'],
    shadows: [...values, 'isbn.reason'],
  },
  {
    requirement: 'date.valid-on-create',
    operation: 'createBook',
    instead: 400,
    lenient: { readDate: (text: string) => text },
    keeps: ['create.refused-leaves-nothing'],
    shadows: values,
  },
  {
    requirement: 'date.valid-on-update',
    operation: 'updateBook',
    instead: 400,
    lenient: { readDate: (text: string) => text },
    keeps: ['update.refused-changes-nothing'],
    shadows: values,
  },
  {
    requirement: 'chapters.file-must-match',
    operation: 'updateBook',
    instead: 400,
    lenient: { unmatchedChapters: () => [] },
    keeps: ['update.refused-changes-nothing'],
    shadows: [...values, 'chapters.'],
  },
  {
    requirement: 'attach.hash-mismatch-422',
    operation: 'attachFile',
    instead: 409,
    lenient: { hashMatches: () => true },
    keeps: ['attach.references-only-after', 'attach.refused-changes-nothing'],
    shadows: ['errors.documented-422', 'attach.', 'put.', 'message.', 'problem.'],
  },
  {
    requirement: 'publish.final-version-window',
    operation: 'publishBook',
    instead: 409,
    lenient: { needsFinalVersion: () => false },
    keeps: ['publish.refused-keeps-status'],
    shadows: ['errors.documented-422', 'publish.', 'status.', 'problem.'],
  },
  {
    requirement: 'publish.narrator',
    operation: 'publishBook',
    instead: 400,
    lenient: { hasNarrator: () => true },
    keeps: ['publish.refused-keeps-status'],
    shadows: [
      'errors.documented-422',
      'publish.',
      'contributor.narrator',
      'problem.',
      'update.draft-stays-draft',
    ],
  },
  {
    requirement: 'publish.chapters-present',
    operation: 'publishBook',
    instead: 400,
    lenient: { missingChapters: () => false, unmappedFiles: () => [] },
    keeps: ['publish.refused-keeps-status'],
    shadows: ['errors.documented-422', 'publish.', 'problem.'],
  },
  {
    requirement: 'delete.refused-409',
    operation: 'deleteBook',
    instead: 400,
    lenient: { deletable: () => true },
    keeps: ['delete.refused-changes-nothing'],
    shadows: ['delete.'],
  },
];

export const plain: readonly Documented[] = [
  { requirement: 'auth.missing-key', instead: 403, shadows: ['auth.'] },
  { requirement: 'auth.invalid-key', instead: 403, shadows: ['auth.'] },
  {
    requirement: 'create.schema-400',
    instead: 422,
    shadows: [...values, 'contributor.', 'price.', 'audio-details.'],
  },
  { requirement: 'create.content-type-400', instead: 415, shadows: [] },
  {
    requirement: 'list.invalid-query-400',
    instead: 422,
    shadows: ['list.'],
    against: ['list.page', 'list.per-page', 'list.sort', 'list.format', 'list.invalid-query-400'],
  },
  {
    requirement: 'read.unknown-404',
    instead: 410,
    shadows: ['problem.', 'account.hides-books', 'id.same-everywhere'],
  },
  {
    requirement: 'lookup.unknown-422',
    instead: 404,
    shadows: [
      'errors.documented-422',
      'lookup.',
      'create.',
      'auth.no-effect',
      'account.hides-books',
    ],
  },
  {
    requirement: 'update.schema-400',
    instead: 422,
    shadows: [...values, 'chapters.', 'audio-details.'],
  },
  { requirement: 'update.content-type-400', instead: 415, shadows: [] },
  {
    requirement: 'update.unknown-404',
    instead: 422,
    shadows: ['problem.', 'account.guards-books'],
  },
  {
    requirement: 'upload.schema-400',
    instead: 409,
    shadows: ['upload.'],
    against: [
      'upload.schema-400',
      'upload.descriptor-role',
      'upload.descriptor-filename',
      'upload.descriptor-reference-id',
    ],
  },
  {
    requirement: 'upload.hash-malformed',
    instead: 409,
    shadows: ['upload.'],
    against: ['upload.descriptor-hash'],
  },
  { requirement: 'upload.content-type-400', instead: 415, shadows: [] },
  {
    requirement: 'upload.role-fits-format',
    instead: 422,
    shadows: ['upload.', 'problem.'],
    emptyWhenTaken: true,
  },
  {
    requirement: 'upload.unknown-404',
    instead: 422,
    shadows: ['problem.', 'account.guards-files'],
  },
  { requirement: 'attach.content-type-400', instead: 415, shadows: [] },
  { requirement: 'attach.required-properties', instead: 422, shadows: ['attach.'] },
  {
    requirement: 'attach.unknown-404',
    instead: 422,
    shadows: ['problem.', 'message.', 'account.guards-files'],
  },
  {
    requirement: 'publish.unknown-404',
    instead: 422,
    shadows: ['problem.', 'account.guards-books'],
  },
  {
    requirement: 'unpublish.unknown-404',
    instead: 422,
    shadows: ['problem.', 'account.guards-books'],
  },
  {
    requirement: 'delete.unknown-404',
    instead: 409,
    shadows: ['problem.', 'account.guards-books', 'delete.refusal-detail'],
  },
];
