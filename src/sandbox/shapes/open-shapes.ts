/** Violations of the contract that a silence may permit, and the concerns that they cause under each reading. */
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { type Concern, type Readings, type SettableId, applyReading } from '../readings/index.ts';
import type { RequestViolation } from './request-shapes.ts';

/** The violations that a silence may permit: those that match every given property. */
interface SilentShape {
  readonly silence: SettableId;
  readonly operations: readonly OperationId[];
  readonly name: RegExp;
  readonly keyword?: string;
  readonly received?: string;
  /** The reading under which the violation is refused like any other, if no reading of the silence is a status. */
  readonly strictReading?: string;
}

const nullable = /^(subtitle|externalId|isbn|audioDetails)$/;

const writeOperations: readonly OperationId[] = ['createBook', 'updateBook'];

/** The first entry that matches a violation decides. */
const silentShapes: readonly SilentShape[] = [
  { silence: 'create.format-enum', operations: ['createBook'], name: /^format$/, keyword: 'enum' },
  { silence: 'status.400-vs-422', operations: writeOperations, name: /./, keyword: 'enum' },
  {
    silence: 'date.wrong-type',
    operations: writeOperations,
    name: /^publicationDate$/,
    keyword: 'type',
  },
  { silence: 'chapters.null', operations: ['updateBook'], name: /^chapters$/, received: 'null' },
  {
    silence: 'update.null-on-required',
    operations: ['updateBook'],
    name: /^[^.]+$/,
    received: 'null',
  },
  { silence: 'chapters.sequence-range', operations: ['updateBook'], name: /\.sequence$/ },
  {
    silence: 'chapters.partial-entry',
    operations: ['updateBook'],
    name: /^chapters\./,
    received: 'absent',
  },
  {
    silence: 'upload.required',
    operations: ['requestUploads'],
    name: /\.(referenceId|filename)$/,
    received: 'absent',
    strictReading: 'all-four',
  },
  {
    silence: 'upload.hash-malformed',
    operations: ['requestUploads'],
    name: /\.hashSha256$/,
    keyword: 'pattern',
  },
];

const bodyRequirements: Readonly<Partial<Record<OperationId, RequirementId>>> = {
  createBook: 'create.schema-400',
  updateBook: 'update.schema-400',
  requestUploads: 'upload.schema-400',
  attachFile: 'attach.required-properties',
  listBooks: 'list.invalid-query-400',
};

/** Returns the concerns about violations, except those that a reading tolerates. */
export function toConcerns(
  operation: OperationId,
  violations: readonly RequestViolation[],
  readings: Readings,
): readonly Concern[] {
  return violations.flatMap((violation) => {
    const place = {
      ...(violation.name === '' ? {} : { name: violation.name }),
      reason: violation.reason,
    };
    const shape = silentShapes.find((candidate) => matches(candidate, operation, violation));
    if (shape === undefined || shape.strictReading === readings[shape.silence]) {
      return [{ ...place, requirement: bodyRequirements[operation] ?? 'body.json', status: 400 }];
    }
    // Any reading that is not a status accepts the value; the operation then handles it.
    return applyReading(readings, shape.silence, place);
  });
}

/** Returns whether the document lets a field of create be null. */
export function isNullable(name: string): boolean {
  return nullable.test(name);
}

function matches(shape: SilentShape, operation: OperationId, violation: RequestViolation): boolean {
  return (
    shape.operations.includes(operation) &&
    shape.name.test(violation.name) &&
    (shape.keyword ?? violation.keyword) === violation.keyword &&
    (shape.received ?? violation.received) === violation.received
  );
}
