/** The silences of the document that the sandbox can fill, and the reading of each. */
import {
  defaultReading,
  readingsOf,
  type ReadingOf,
  type SilenceId,
} from '../../contract/requirements.ts';

/** The silences that are settings here, in the ledger's order. */
export const settableIds = [
  'path.invalid-uuid',
  'error.media-type',
  'error.charset',
  'route.unknown',
  'request.unknown-property',
  'request.malformed-json',
  'request.content-type.accepted',
  'request.content-type.bodyless',
  'request.empty-body',
  'request.null-optional',
  'error.aggregation',
  'timestamps.precision',
  'tenancy',
  'consistency',
  'uuid.case',
  'idempotency',
  'location.header',
  'auth.body',
  'auth.missing-vs-invalid',
  'auth.challenge',
  'auth.before-routing',
  'auth.put-with-key',
  'book.absent-vs-null',
  'book.series',
  'book.audience',
  'book.pod-details',
  'book.ebook-details.when',
  'book.language.codes',
  'book.language.case',
  'book.keyword.empty',
  'book.is-final-version.reset',
  'book.contributor.roles',
  'isbn.hyphens',
  'isbn.prefixes',
  'isbn.uniqueness',
  'isbn.formats',
  'date.form',
  'date.wrong-type',
  'book.extra-attributes',
  'book.timestamps',
  'create.response',
  'create.both-shapes',
  'create.unlisted-fields',
  'create.duplicate-external-id',
  'create.narrator-check',
  'create.print-isbn',
  'create.audio-details-required',
  'create.audio-details-on-other',
  'create.audio-length.range',
  'create.past-date',
  'create.format-enum',
  'not-found.body',
  'not-found.deleted',
  'external.case',
  'external.multiple',
  'external.deleted',
  'list.sort-direction',
  'list.sort-ties',
  'list.page-beyond',
  'list.last-page-when-empty',
  'list.links.form',
  'list.links.prev-first',
  'list.language.match',
  'list.language.unknown',
  'list.unknown-param',
  'list.enum-case',
  'list.empty-values',
  'update.response',
  'update.empty-patch',
  'update.null-clears',
  'update.null-on-required',
  'update.format',
  'update.read-only-keys',
  'update.arrays',
  'update.audio-details-merge',
  'update.atomic',
  'update.any-status',
  'update.narrator-removal',
  'update.window-edit',
  'chapters.unmentioned',
  'chapters.empty-array',
  'chapters.null',
  'chapters.duplicate-sequence',
  'chapters.shared-file',
  'chapters.gaps',
  'chapters.sequence-range',
  'chapters.title-ascii',
  'chapters.non-audio',
  'chapters.partial-entry',
  'chapters.read-order',
  'chapters.new-audio-value',
  'chapters.file-still-attached',
  'upload.response',
  'upload.order',
  'upload.required',
  'upload.batch-meaning',
  'upload.partial',
  'upload.empty',
  'upload.duplicates',
  'upload.refresh',
  'upload.any-status',
  'upload.hash-form',
  'upload.hash-malformed',
  'upload.invalid-params-name',
  'put.success-status',
  'put.expired',
  'put.reused',
  'put.content-type',
  'put.hash-check',
  'put.size',
  'attach.before-put',
  'attach.twice',
  'attach.hash-differs',
  'attach.filename-differs',
  'attach.mismatch-body',
  'attach.other-book',
  'attach.second-content',
  'attach.after-expiry',
  'attach.content-checks',
  'attach.extra-body-keys',
  'publish.next-status',
  'publish.not-draft',
  'publish.day-14',
  'publish.timezone',
  'publish.validation-content',
  'publish.invalid-params-name',
  'publish.missing-chapters',
  'publish.unmapped-file',
  'publish.aggregation',
  'publish.async',
  'unpublish.success',
  'unpublish.next-status',
  'unpublish.from-other',
  'unpublish.then-edit',
  'delete.success',
  'delete.refused-states',
  'delete.effect',
  'delete.twice',
  'delete.body',
  'delete.grants',
  'delete.invalid-params',
  'status.closed',
  'status.in-review-lock',
  'problem.type',
  'problem.instance',
  'problem.nested-names',
  'status.400-vs-422',
  'message.404-and-422',
  'flow.chapters-before-attach',
  'flow.cover-mandatory',
  'file.enforced',
] as const satisfies readonly SilenceId[];

export type SettableId = (typeof settableIds)[number];

/** One reading for each silence the sandbox can fill. */
export type Readings = { readonly [Id in SettableId]: ReadingOf<Id> };

/** The readings the ledger names first. */
export function defaultReadings(): Readings {
  return asReadings(Object.fromEntries(settableIds.map((id) => [id, defaultReading(id)])));
}

/**
 * Returns the default readings, with the chosen ones in their place.
 * @throws Error if a silence is not a setting of the sandbox, or a reading is not one of its readings
 */
export function chooseReadings(chosen: Readonly<Record<string, string>>): Readings {
  for (const [id, reading] of Object.entries(chosen)) {
    const known = settableIds.find((settable) => settable === id);
    if (known === undefined) {
      throw new Error(`The sandbox has no setting ${id}. See \`bookdist requirements --open\`.`);
    }
    const listed = readingsOf(known);
    if (!listed.includes(reading)) {
      throw new Error(`${id} can be ${listed.join(' or ')}, not ${reading}.`);
    }
  }
  return asReadings({ ...defaultReadings(), ...chosen });
}

function asReadings(record: Readonly<Record<string, string | undefined>>): Readings {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each key of settableIds is there, with a reading the ledger lists
  return record as Readings;
}
