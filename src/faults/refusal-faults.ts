/** Faults derived from the documented refusals: another status, no refusal, or a refusal that does not stop the request. */
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/replaceable-parts/index.ts';
import type { Rules } from '../sandbox/readings/index.ts';
import { carryOutAnyway, changeResponses, within, changeRefusals, type Fault } from './fault.ts';
import { createEmptySuccess } from './status-faults.ts';

interface KnownRefusal {
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
interface RuleRefusal extends KnownRefusal {
  readonly operation: KeyedOperation;
  /** The rules that let the request through. */
  readonly lenientRules: Partial<Rules>;
  /** The requirements that forbid a refused request to change anything. */
  readonly protectedBy: readonly RequirementId[];
}

const valueAreas = ['errors.documented-422', 'problem.', 'book.', 'create.', 'update.'];
const publishAreas = ['errors.documented-422', 'publish.', 'problem.'];

function describe(
  requirement: RequirementId,
  wrongStatus: number,
  mayAlsoBreak: readonly string[] = [],
): KnownRefusal {
  return { requirement, wrongStatus, mayAlsoBreak };
}

const ruleRefusals: readonly RuleRefusal[] = [
  {
    ...describe('isbn.valid-on-create', 400, valueAreas),
    operation: 'createBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...describe('isbn.valid-on-update', 400, [...valueAreas, 'isbn.reason']),
    operation: 'updateBook',
    lenientRules: { isValidIsbn13: () => true, hasAcceptedPrefix: () => true },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describe('date.valid-on-create', 400, valueAreas),
    operation: 'createBook',
    lenientRules: { parseDate: (text: string) => text },
    protectedBy: ['create.refused-leaves-nothing'],
  },
  {
    ...describe('date.valid-on-update', 400, valueAreas),
    operation: 'updateBook',
    lenientRules: { parseDate: (text: string) => text },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describe('chapters.file-must-match', 400, [...valueAreas, 'chapters.']),
    operation: 'updateBook',
    lenientRules: { findUnmatchedChapters: () => [] },
    protectedBy: ['update.refused-changes-nothing'],
  },
  {
    ...describe('attach.hash-mismatch-422', 409, [
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
    ...describe('publish.final-version-window', 409, [...publishAreas, 'status.']),
    operation: 'publishBook',
    lenientRules: { needsFinalVersion: () => false },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describe('publish.narrator', 400, [
      ...publishAreas,
      'contributor.narrator',
      'update.draft-stays-draft',
    ]),
    operation: 'publishBook',
    lenientRules: { hasNarrator: () => true },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describe('publish.chapters-present', 400, publishAreas),
    operation: 'publishBook',
    lenientRules: { lacksChapters: () => false, findUnmappedFiles: () => [] },
    protectedBy: ['publish.refused-keeps-status'],
  },
  {
    ...describe('delete.refused-409', 400, ['delete.']),
    operation: 'deleteBook',
    lenientRules: { isDeletable: () => true },
    protectedBy: ['delete.refused-changes-nothing'],
  },
];

const otherRefusals: readonly KnownRefusal[] = [
  describe('auth.missing-key', 403, ['auth.']),
  describe('auth.invalid-key', 403, ['auth.']),
  // A value of another type is also not a valid ISBN-13.
  describe('create.schema-400', 422, [
    ...valueAreas,
    'contributor.',
    'price.',
    'audio-details.',
    'isbn.valid-on-create',
  ]),
  describe('create.content-type-400', 415),
  {
    ...describe('list.invalid-query-400', 422, ['list.']),
    breaks: ['list.page', 'list.per-page', 'list.sort', 'list.format', 'list.invalid-query-400'],
  },
  describe('read.unknown-404', 410, ['problem.', 'account.hides-books', 'id.same-everywhere']),
  describe('lookup.unknown-422', 404, [
    'errors.documented-422',
    'lookup.',
    'create.',
    'auth.no-effect',
    'account.hides-books',
  ]),
  describe('update.schema-400', 422, [
    ...valueAreas,
    'chapters.',
    'contributor.',
    'price.',
    'audio-details.',
    'isbn.valid-on-update',
  ]),
  describe('update.content-type-400', 415),
  describe('update.unknown-404', 422, ['problem.', 'account.guards-books']),
  {
    ...describe('upload.schema-400', 409, ['upload.']),
    breaks: [
      'upload.schema-400',
      'upload.descriptor-role',
      'upload.descriptor-filename',
      'upload.descriptor-reference-id',
    ],
  },
  {
    ...describe('upload.hash-malformed', 409, ['upload.']),
    breaks: ['upload.descriptor-hash'],
  },
  describe('upload.content-type-400', 415),
  {
    ...describe('upload.role-fits-format', 422, ['upload.', 'problem.']),
    allowsEmptySuccess: true,
  },
  describe('upload.unknown-404', 422, ['problem.', 'account.guards-files']),
  // The attach with a wrong content type may come before the upload, so that its hash matches nothing.
  describe('attach.content-type-400', 415, ['attach.hash-mismatch-422']),
  describe('attach.required-properties', 422, ['attach.']),
  describe('attach.unknown-404', 422, ['problem.', 'message.', 'account.guards-files']),
  describe('publish.unknown-404', 422, ['problem.', 'account.guards-books']),
  describe('unpublish.unknown-404', 422, ['problem.', 'account.guards-books']),
  describe('delete.unknown-404', 409, [
    'problem.',
    'account.guards-books',
    'delete.refusal-detail',
  ]),
];

/** Returns the faults: three for a refusal that follows from a rule, one or two for any other. */
export function createRefusalFaults(): readonly Fault[] {
  return [
    ...ruleRefusals.flatMap((refusal) => [
      createMissingRuleFault(refusal),
      createWrongStatusFault(refusal),
      createIgnoredRefusalFault(refusal),
    ]),
    ...otherRefusals.flatMap((refusal) => [
      ...(refusal.allowsEmptySuccess === true ? [] : [createEmptySuccessFault(refusal)]),
      createWrongStatusFault(refusal),
    ]),
  ];
}

function nameFault({ requirement }: KnownRefusal, suffix: string): string {
  return `${requirement.replaceAll('.', '-')}-${suffix}`;
}

function createWrongStatusFault(refusal: KnownRefusal): Fault {
  const { requirement, wrongStatus, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, `answers-${wrongStatus}`),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `The refusal for ${requirement} has the status ${wrongStatus}.`,
    override: changeRefusals(requirement, () => ({ status: wrongStatus })),
  };
}

function createMissingRuleFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: [requirement],
    mayAlsoBreak: [...mayAlsoBreak, ...protectedBy],
    description: `The service does not enforce ${requirement}.`,
    override: within(operation, () => ({ rules: lenientRules })),
  };
}

/** Creates a fault that sends the correct refusal but carries the request out. */
function createIgnoredRefusalFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'refused-but-done'),
    breaks: protectedBy,
    // Another request may come before the first response that shows the effect, and may then look like its cause.
    mayAlsoBreak: [...mayAlsoBreak, requirement, 'auth.no-effect', 'status.changed-only-by'],
    description: `The refusal for ${requirement} is sent, but the request is carried out.`,
    override: carryOutAnyway(operation, lenientRules, (other) => other.requirement === requirement),
  };
}

/** Creates a fault that replaces the refusal by a successful response. The request still has no effect. */
function createEmptySuccessFault(refusal: KnownRefusal): Fault {
  const { requirement, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `A request that breaks ${requirement} gets a successful response, but nothing is done.`,
    override: changeResponses(async (response, request, parts) => {
      if (response.headers['x-requirement'] !== requirement) return response;
      return (await createEmptySuccess(request, parts)) ?? response;
    }),
  };
}
