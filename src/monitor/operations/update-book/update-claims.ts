/** The claims that an update makes about later responses. */
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import { getKeptStatus } from '../../book-state/index.ts';
import { type Question, readSentFields } from '../../grounds/index.ts';
import { type Book, type Claim, getField, getOnlyValue, isClientField } from '../../world/index.ts';

/** Returns the claims of an accepted update: it sets its fields, keeps the others and makes the book a draft. */
export function claimUpdate(book: Book, fields: JsonObject): readonly Claim[] {
  const names = Object.keys(fields).filter((name) => isClientField(name) || name === 'chapters');
  const wasDraft = getOnlyValue(book.status.current)?.value === 'draft';
  const previous = getKeptStatus(book);
  return [
    { requirement: 'update.keeps-the-rest', field: '*' },
    { requirement: 'update.shows-draft', field: 'status', previous },
    {
      requirement: wasDraft ? 'update.draft-stays-draft' : 'update.returns-to-draft',
      field: 'status',
      previous,
    },
    ...names.flatMap((field) => claimValue(book, field)),
    ...claimChapters(book, fields['chapters']),
    ...('imprint' in fields
      ? [{ requirement: 'book.imprint-set-by-service', field: 'imprint' } as const]
      : []),
  ];
}

const claimedRequirements: Readonly<Record<string, readonly StatedId[]>> = {
  chapters: ['chapters.set-by-update', 'chapters.order', 'chapters.read-back'],
  audioDetails: ['audio-details.on-create-and-update', 'update.changes-values'],
};

function claimValue(book: Book, field: string): readonly Claim[] {
  const requirements = claimedRequirements[field] ?? (['update.changes-values'] as const);
  const previous = isClientField(field) ? { previous: getField(book, field).current } : {};
  return requirements.map((requirement): Claim => ({ requirement, field, ...previous }));
}

/** An entry replaces the chapter with its sequence, or adds one if there is none. */
function claimChapters({ chapters }: Book, sentChapters: unknown): readonly Claim[] {
  if (!isArray(sentChapters) || chapters === undefined) return [];
  const replaces = sentChapters.map((entry) =>
    chapters.every((alternative) =>
      alternative.some(({ sequence }) => isObject(entry) && entry['sequence'] === sequence),
    ),
  );
  return [
    ...(replaces.includes(true) ? (['chapters.replace'] as const) : []),
    ...(replaces.includes(false) ? (['chapters.add'] as const) : []),
  ].map((requirement): Claim => ({ requirement, field: 'chapters' }));
}

/** Returns the claims of a refused update: neither the status nor any of its fields changes. */
export function claimUpdateRefused(fields: JsonObject): readonly Claim[] {
  const requirement = 'update.refused-changes-nothing';
  const names = ['status', ...Object.keys(fields)];
  return names.flatMap((field): readonly Claim[] => {
    if (field === 'status') return [{ requirement, field, refusedValue: 'draft' }];
    if (field === 'chapters') return [{ requirement, field }];
    return isClientField(field) ? [{ requirement, field, refusedValue: fields[field] }] : [];
  });
}

/** Claims under one requirement that an update changed neither its fields nor the status. */
export function claimUpdateHasNoEffect(
  requirement: StatedId,
  question: Question,
): readonly Claim[] {
  return [
    ...Object.entries(readSentFields(question) ?? {}).map(([field, value]): Claim => ({
      requirement,
      field,
      ...(field === 'chapters' ? {} : { refusedValue: value }),
    })),
    { requirement, field: 'status', refusedValue: 'draft' },
  ];
}
