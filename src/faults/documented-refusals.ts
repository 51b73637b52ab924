/** The documented refusals: the rule behind each, and the requirements that a wrong refusal breaks. */
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/parts/index.ts';
import type { Rules } from '../sandbox/readings/index.ts';

export interface DocumentedRefusal {
  readonly requirement: RequirementId;
  /** The status that a fault gives the refusal. */
  readonly wrongStatus: number;
  /** Ids and areas that may drift for the same reason. */
  readonly mayAlsoBreak: readonly string[];
  /** The requirements that a wrong refusal breaks; the requirement itself by default. */
  readonly breaks?: readonly RequirementId[];
  /** True if a success without an effect would not contradict the document. */
  readonly hasEmptySuccess?: boolean;
}

/** A refusal that follows from a rule. Without the rule the request is accepted. */
export interface RuleRefusal extends DocumentedRefusal {
  readonly operation: KeyedOperation;
  readonly lenientRules: Partial<Rules>;
  /** The requirements that forbid a refused request to change anything. */
  readonly protectedBy: readonly RequirementId[];
}

const values = ['errors.documented-422', 'problem.', 'book.', 'create.', 'update.'];
const publishing = ['errors.documented-422', 'publish.', 'problem.'];

/** @param wrongStatus the status that a fault gives the refusal instead */
function refusal(
  requirement: RequirementId,
  wrongStatus: number,
  mayAlsoBreak: readonly string[] = [],
): DocumentedRefusal {
  return { requirement, wrongStatus, mayAlsoBreak };
}

export const ruleRefusals: readonly RuleRefusal[] = [
  {
    ...refusal('isbn.valid-on-create', 400, values),
    operation: 'createBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...refusal('isbn.valid-on-update', 400, [...values, 'isbn.reason']),
    operation: 'updateBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...refusal('date.valid-on-create', 400, values),
    operation: 'createBook',
    lenientRules: { readDate: (text: string) => text },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...refusal('date.valid-on-update', 400, values),
    operation: 'updateBook',
    lenientRules: { readDate: (text: string) => text },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...refusal('chapters.file-must-match', 400, [...values, 'chapters.']),
    operation: 'updateBook',
    lenientRules: { findUnmatchedChapters: () => [] },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...refusal('attach.hash-mismatch-422', 409, [
      'errors.documented-422',
      'attach.',
      // The upload request may have changed the status as well.
      'upload.keeps-status',
      'put.',
      'message.',
      'problem.',
    ]),
    operation: 'attachFile',
    lenientRules: { isSameHash: () => true },
    protectedBy: ['attach.references-only-after', 'attach.refused-changes-nothing'],
  },
  {
    ...refusal('publish.final-version-window', 409, [...publishing, 'status.']),
    operation: 'publishBook',
    lenientRules: { needsFinalVersion: () => false },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...refusal('publish.narrator', 400, [
      ...publishing,
      'contributor.narrator',
      'update.draft-stays-draft',
    ]),
    operation: 'publishBook',
    lenientRules: { hasNarrator: () => true },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...refusal('publish.chapters-present', 400, publishing),
    operation: 'publishBook',
    lenientRules: { lacksChapters: () => false, findUnmappedFiles: () => [] },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...refusal('delete.refused-409', 400, ['delete.']),
    operation: 'deleteBook',
    lenientRules: { isDeletable: () => true },
    protectedBy: ['delete.refused-changes-nothing'],
  },
];

export const otherRefusals: readonly DocumentedRefusal[] = [
  refusal('auth.missing-key', 403, ['auth.']),
  refusal('auth.invalid-key', 403, ['auth.']),
  refusal('create.schema-400', 422, [...values, 'contributor.', 'price.', 'audio-details.']),
  refusal('create.content-type-400', 415),
  {
    ...refusal('list.invalid-query-400', 422, ['list.']),
    breaks: ['list.page', 'list.per-page', 'list.sort', 'list.format', 'list.invalid-query-400'],
  },
  refusal('read.unknown-404', 410, ['problem.', 'account.hides-books', 'id.same-everywhere']),
  refusal('lookup.unknown-422', 404, [
    'errors.documented-422',
    'lookup.',
    'create.',
    'auth.no-effect',
    'account.hides-books',
  ]),
  refusal('update.schema-400', 422, [
    ...values,
    'chapters.',
    'contributor.',
    'price.',
    'audio-details.',
  ]),
  refusal('update.content-type-400', 415),
  refusal('update.unknown-404', 422, ['problem.', 'account.guards-books']),
  {
    ...refusal('upload.schema-400', 409, ['upload.']),
    breaks: [
      'upload.schema-400',
      'upload.descriptor-role',
      'upload.descriptor-filename',
      'upload.descriptor-reference-id',
    ],
  },
  {
    ...refusal('upload.hash-malformed', 409, ['upload.']),
    breaks: ['upload.descriptor-hash'],
  },
  refusal('upload.content-type-400', 415),
  {
    ...refusal('upload.role-fits-format', 422, ['upload.', 'problem.']),
    hasEmptySuccess: true,
  },
  refusal('upload.unknown-404', 422, ['problem.', 'account.guards-files']),
  refusal('attach.content-type-400', 415),
  refusal('attach.required-properties', 422, ['attach.']),
  refusal('attach.unknown-404', 422, ['problem.', 'message.', 'account.guards-files']),
  refusal('publish.unknown-404', 422, ['problem.', 'account.guards-books']),
  refusal('unpublish.unknown-404', 422, ['problem.', 'account.guards-books']),
  refusal('delete.unknown-404', 409, ['problem.', 'account.guards-books', 'delete.refusal-detail']),
];
