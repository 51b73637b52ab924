/** Draws the bodies of creates and updates, and files: everyday ones, of which a variation changes one place. */
import fc from 'fast-check';
import type { components } from '../../generated/api.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { getBodySchema } from '../../contract/requests/index.ts';
import { readContract } from '../../contract/spec.ts';
import { narrator, type Format } from './books.ts';
import { daysAfter, daysAhead } from './dates.ts';
import { createFile, requiredRoles, type SampleFile, spareRoles } from './files.ts';
import { createArbitrary } from './everyday.ts';
import { isbn978 } from './isbn.ts';

type BookCreate = components['schemas']['BookCreate'];
type BookUpdate = components['schemas']['BookUpdate'];

interface BookOptions {
  readonly format: Format;
  /** The target's date, as `YYYY-MM-DD`. */
  readonly today: string;
}

/** Days on which a book can be published whether it is final or not, and that an update cannot move too near. */
const everydayDistance = { from: 20, to: 1500 };

/**
 * Draws bodies of creates that every service must accept. Books of one service need different titles, external ids and
 * ISBNs, which a run sets itself.
 */
export function drawBook({ format, today }: BookOptions): fc.Arbitrary<BookCreate> {
  const contract = readContract();
  const pointer = getBodySchema(contract.operations.createBook) ?? '';
  return fc
    .record({
      drawn: createArbitrary({ contract, pointer }),
      isbn: isbn978,
      audioDetails: createArbitrary({ contract, pointer: `${pointer}/properties/audioDetails` }),
      days: daysAhead(today, everydayDistance),
      place: fc.nat(),
    })
    .map(({ drawn, isbn, audioDetails, days, place }) => {
      const { isbn: _any, audioDetails: _details, ...body } = isObject(drawn) ? drawn : {};
      const parts = {
        format,
        publicationDate: daysAfter(today, days),
        ...(format === 'print' && { isbn }),
        ...(format === 'audio' && { audioDetails, ...addNarrator(body, place) }),
      };
      // The contract's schema describes the body, and the parts replace values by others that it allows.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      return { ...body, ...parts } as BookCreate;
    });
}

/** Returns contributors with a narrator at any position. */
function addNarrator({ contributor }: JsonObject, place: number): JsonObject {
  const others = isArray(contributor) ? contributor : [];
  const index = place % (others.length + 1);
  return { contributor: [...others.slice(0, index), { ...narrator }, ...others.slice(index)] };
}

/** Draws updates of one to three fields that every service must accept for a draft. */
export function drawUpdate(options: BookOptions): fc.Arbitrary<BookUpdate> {
  return fc
    .tuple(drawBook(options), fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 3 }))
    .map(([{ format: _fixed, externalId: _same, ...fields }, isFinalVersion, start, count]) => {
      const entries = Object.entries({ ...fields, isFinalVersion });
      const rotated = [...entries, ...entries].slice(start % entries.length);
      return Object.fromEntries<unknown>(rotated.slice(0, count));
    });
}

const filenames = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a',
      '01.mp3',
      'çövér ünd тень.pdf',
      'salt & tide (1) #2.epub',
      'no-extension',
      'two.dots.tar.gz',
      '📚.jpg',
      'a%20b+c.png',
      `${'long-'.repeat(22)}name.pdf`,
    ),
  },
);

/** Draws the files that a book of a format needs. An audiobook has one to three tracks, or nine to eleven. */
export function drawFiles(format: Format): fc.Arbitrary<readonly SampleFile[]> {
  const file = fc.record({
    bytes: fc.uint8Array({ maxLength: 64 }),
    label: fc.uuid(),
    filename: filenames,
  });
  const more =
    format === 'audio'
      ? fc.oneof(
          { weight: 5, arbitrary: fc.array(file, { maxLength: 2 }) },
          { weight: 1, arbitrary: fc.array(file, { minLength: 8, maxLength: 10 }) },
        )
      : fc.constant([]);
  const toFile = (role: SampleFile['role'], { bytes, label, filename }: DrawnFile): SampleFile =>
    createFile(role, Uint8Array.from([...Buffer.from(label), ...bytes]), filename);
  return fc.tuple(file, file, more).map(([content, cover, others]) => {
    const [contentRole, coverRole] = requiredRoles[format];
    return [
      toFile(contentRole, content),
      toFile(coverRole, cover),
      ...others.map((other) => toFile(spareRoles[format], other)),
    ];
  });
}

interface DrawnFile {
  readonly bytes: Uint8Array;
  readonly label: string;
  readonly filename: string | undefined;
}
