/** Misfits about which the document is silent, and the concern that each reading makes of them. */
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { type Concern, type Readings, type SettableId, open } from '../readings/index.ts';
import type { Misfit } from './request-shapes.ts';

/** A kind of misfit that a silence is about. */
interface OpenShape {
  readonly silence: SettableId;
  readonly operations: readonly OperationId[];
  readonly name: RegExp;
  readonly keyword?: string;
  readonly received?: string;
  /** The reading that treats it like any other misfit, if no reading is a status. */
  readonly strict?: string;
}

const nullable = /^(subtitle|externalId|isbn|audioDetails)$/;

const writes: readonly OperationId[] = ['createBook', 'updateBook'];

/** The first that fits a misfit decides. */
const openShapes: readonly OpenShape[] = [
  { silence: 'create.format-enum', operations: ['createBook'], name: /^format$/, keyword: 'enum' },
  { silence: 'status.400-vs-422', operations: writes, name: /./, keyword: 'enum' },
  { silence: 'date.wrong-type', operations: writes, name: /^publicationDate$/, keyword: 'type' },
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
    strict: 'all-four',
  },
  {
    silence: 'upload.hash-malformed',
    operations: ['requestUploads'],
    name: /\.hashSha256$/,
    keyword: 'pattern',
  },
];

/** The requirement that a body breaks if it does not match the contract. */
const describedBy: Readonly<Partial<Record<OperationId, RequirementId>>> = {
  createBook: 'create.schema-400',
  updateBook: 'update.schema-400',
  requestUploads: 'upload.schema-400',
  attachFile: 'attach.required-properties',
  listBooks: 'list.invalid-query-400',
};

/** Returns the concerns about these misfits, without those that a reading tolerates. */
export function concernsOf(
  operation: OperationId,
  misfits: readonly Misfit[],
  readings: Readings,
): readonly Concern[] {
  return misfits.flatMap((misfit) => {
    const place = { ...(misfit.name === '' ? {} : { name: misfit.name }), reason: misfit.reason };
    const shape = openShapes.find((one) => fits(one, operation, misfit));
    if (shape === undefined || shape.strict === readings[shape.silence]) {
      return [{ ...place, requirement: describedBy[operation] ?? 'body.json', status: 400 }];
    }
    // A reading that is a word lets the value pass; the operation then handles it.
    return open(readings, shape.silence, place);
  });
}

/** Returns whether the document lets a field of create be null. */
export function isNullable(name: string): boolean {
  return nullable.test(name);
}

function fits(shape: OpenShape, operation: OperationId, misfit: Misfit): boolean {
  return (
    shape.operations.includes(operation) &&
    shape.name.test(misfit.name) &&
    (shape.keyword ?? misfit.keyword) === misfit.keyword &&
    (shape.received ?? misfit.received) === misfit.received
  );
}
