/** The documented refusals: the rule behind each, and the requirements that a wrong refusal breaks. */
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/parts/index.ts';
import type { Rules } from '../sandbox/readings/index.ts';

export interface KnownRefusal {
  readonly requirement: RequirementId;
  /** The status that a fault gives the refusal. */
  readonly wrongStatus: number;
  /** Ids and areas that may drift for the same reason. */
  readonly mayAlsoBreak: readonly string[];
  /** The requirements that a wrong refusal breaks; the requirement itself by default. */
  readonly breaks?: readonly RequirementId[];
  /** True if the document allows a success without an effect instead of the refusal. */
  readonly allowsEmptySuccess?: boolean;
}

/** A refusal that follows from a rule. Without the rule the request is accepted. */
export interface RuleRefusal extends KnownRefusal {
  readonly operation: KeyedOperation;
  /** The rules that let the request through. */
  readonly lenientRules: Partial<Rules>;
  /** The requirements that forbid a refused request to change anything. */
  readonly protectedBy: readonly RequirementId[];
}

const valueAreas = ['errors.documented-422', 'problem.', 'book.', 'create.', 'update.'];
const publishAreas = ['errors.documented-422', 'publish.', 'problem.'];

function describeRefusal(
  requirement: RequirementId,
  wrongStatus: number,
  mayAlsoBreak: readonly string[] = [],
): KnownRefusal {
  return { requirement, wrongStatus, mayAlsoBreak };
}

export const ruleRefusals: readonly RuleRefusal[] = [
  {
    ...describeRefusal('isbn.valid-on-create', 400, valueAreas),
    operation: 'createBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...describeRefusal('isbn.valid-on-update', 400, [...valueAreas, 'isbn.reason']),
    operation: 'updateBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describeRefusal('date.valid-on-create', 400, valueAreas),
    operation: 'createBook',
    lenientRules: { parseDate: (text: string) => text },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...describeRefusal('date.valid-on-update', 400, valueAreas),
    operation: 'updateBook',
    lenientRules: { parseDate: (text: string) => text },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describeRefusal('chapters.file-must-match', 400, [...valueAreas, 'chapters.']),
    operation: 'updateBook',
    lenientRules: { findUnmatchedChapters: () => [] },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describeRefusal('attach.hash-mismatch-422', 409, [
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
    ...describeRefusal('publish.final-version-window', 409, [...publishAreas, 'status.']),
    operation: 'publishBook',
    lenientRules: { needsFinalVersion: () => false },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describeRefusal('publish.narrator', 400, [
      ...publishAreas,
      'contributor.narrator',
      'update.draft-stays-draft',
    ]),
    operation: 'publishBook',
    lenientRules: { hasNarrator: () => true },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describeRefusal('publish.chapters-present', 400, publishAreas),
    operation: 'publishBook',
    lenientRules: { lacksChapters: () => false, findUnmappedFiles: () => [] },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describeRefusal('delete.refused-409', 400, ['delete.']),
    operation: 'deleteBook',
    lenientRules: { isDeletable: () => true },
    protectedBy: ['delete.refused-changes-nothing'],
  },
];

export const otherRefusals: readonly KnownRefusal[] = [
  describeRefusal('auth.missing-key', 403, ['auth.']),
  describeRefusal('auth.invalid-key', 403, ['auth.']),
  describeRefusal('create.schema-400', 422, [
    ...valueAreas,
    'contributor.',
    'price.',
    'audio-details.',
  ]),
  describeRefusal('create.content-type-400', 415),
  {
    ...describeRefusal('list.invalid-query-400', 422, ['list.']),
    breaks: ['list.page', 'list.per-page', 'list.sort', 'list.format', 'list.invalid-query-400'],
  },
  describeRefusal('read.unknown-404', 410, [
    'problem.',
    'account.hides-books',
    'id.same-everywhere',
  ]),
  describeRefusal('lookup.unknown-422', 404, [
    'errors.documented-422',
    'lookup.',
    'create.',
    'auth.no-effect',
    'account.hides-books',
  ]),
  describeRefusal('update.schema-400', 422, [
    ...valueAreas,
    'chapters.',
    'contributor.',
    'price.',
    'audio-details.',
  ]),
  describeRefusal('update.content-type-400', 415),
  describeRefusal('update.unknown-404', 422, ['problem.', 'account.guards-books']),
  {
    ...describeRefusal('upload.schema-400', 409, ['upload.']),
    breaks: [
      'upload.schema-400',
      'upload.descriptor-role',
      'upload.descriptor-filename',
      'upload.descriptor-reference-id',
    ],
  },
  {
    ...describeRefusal('upload.hash-malformed', 409, ['upload.']),
    breaks: ['upload.descriptor-hash'],
  },
  describeRefusal('upload.content-type-400', 415),
  {
    ...describeRefusal('upload.role-fits-format', 422, ['upload.', 'problem.']),
    allowsEmptySuccess: true,
  },
  describeRefusal('upload.unknown-404', 422, ['problem.', 'account.guards-files']),
  describeRefusal('attach.content-type-400', 415),
  describeRefusal('attach.required-properties', 422, ['attach.']),
  describeRefusal('attach.unknown-404', 422, ['problem.', 'message.', 'account.guards-files']),
  describeRefusal('publish.unknown-404', 422, ['problem.', 'account.guards-books']),
  describeRefusal('unpublish.unknown-404', 422, ['problem.', 'account.guards-books']),
  describeRefusal('delete.unknown-404', 409, [
    'problem.',
    'account.guards-books',
    'delete.refusal-detail',
  ]),
];
