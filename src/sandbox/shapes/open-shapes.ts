/** Misfits about which the document is silent: what a reading makes of each of them. */
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { type Concern, type Readings, type SettableId, open } from '../readings/index.ts';
import type { Misfit } from './request-shapes.ts';

/** A misfit a silence is about. */
interface OpenShape {
  readonly silence: SettableId;
  readonly operation: OperationId;
  readonly name: RegExp;
  readonly keyword?: string;
  readonly received?: string;
  /** The reading that takes it for any other misfit, where no reading is a status. */
  readonly strict?: string;
}

const nullable = /^(subtitle|externalId|isbn|audioDetails)$/;

/** The first that fits a misfit speaks for it. */
const openShapes: readonly OpenShape[] = [
  { silence: 'create.format-enum', operation: 'createBook', name: /^format$/, keyword: 'enum' },
  { silence: 'status.400-vs-422', operation: 'createBook', name: /./, keyword: 'enum' },
  { silence: 'status.400-vs-422', operation: 'updateBook', name: /./, keyword: 'enum' },
  {
    silence: 'date.wrong-type',
    operation: 'createBook',
    name: /^publicationDate$/,
    keyword: 'type',
  },
  {
    silence: 'date.wrong-type',
    operation: 'updateBook',
    name: /^publicationDate$/,
    keyword: 'type',
  },
  { silence: 'chapters.null', operation: 'updateBook', name: /^chapters$/, received: 'null' },
  {
    silence: 'update.null-on-required',
    operation: 'updateBook',
    name: /^[^.]+$/,
    received: 'null',
  },
  { silence: 'chapters.sequence-range', operation: 'updateBook', name: /\.sequence$/ },
  {
    silence: 'chapters.partial-entry',
    operation: 'updateBook',
    name: /^chapters\./,
    received: 'absent',
  },
  {
    silence: 'upload.required',
    operation: 'requestUploads',
    name: /\.(referenceId|filename)$/,
    received: 'absent',
    strict: 'all-four',
  },
  {
    silence: 'upload.hash-malformed',
    operation: 'requestUploads',
    name: /\.hashSha256$/,
    keyword: 'pattern',
  },
];

/** The requirement behind a body that is not as described. */
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
    // Lets-pass readings are words, not statuses; what lenient reading to use is the operation's.
    return open(readings, shape.silence, place);
  });
}

/** Fields of create that may be null by the document. */
export function isNullable(name: string): boolean {
  return nullable.test(name);
}

function fits(shape: OpenShape, operation: OperationId, misfit: Misfit): boolean {
  return (
    shape.operation === operation &&
    shape.name.test(misfit.name) &&
    (shape.keyword ?? misfit.keyword) === misfit.keyword &&
    (shape.received ?? misfit.received) === misfit.received
  );
}
