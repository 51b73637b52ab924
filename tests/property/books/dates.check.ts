/** Publication dates, valid and invalid, on create and on update; the monitor judges each (Book, Errors). */
import fc from 'fast-check';
import {
  drawVariation,
  type Format,
  formats,
  type ValueKind,
} from '../../../src/harness/arbitraries/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { getSharedDraft } from '../../contract/steps/index.ts';

const options = { needs: ['write'] } as const;
const runs = 6;

function isDate(name: string): boolean {
  return name === 'publicationDate';
}

/** Draws updates of a publication date, with the format of the book to send them to. */
const drawUpdates = (kind: ValueKind) => (t: Stage) =>
  fc.record({
    format: fc.constantFrom<Format[]>(...formats),
    update: drawVariation(
      'updateBook',
      { publicationDate: t.clock.day(100) },
      { kinds: [kind], isVaried: isDate, today: t.clock.today() },
    ),
  });

async function update(t: Stage, format: Format, json: unknown): Promise<string> {
  const { id } = await getSharedDraft(t, format);
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
  return id;
}

export const dates = section('Publication date', [
  check(
    'date.valid-on-create',
    {
      'refuses every text that is not a day of the calendar': forAll(
        (t) =>
          drawVariation('createBook', t.make.body('ebook'), {
            kinds: ['refused'],
            isVaried: isDate,
            today: t.clock.today(),
          }),
        async (t, { value }) => {
          await t.wire({ method: 'POST', path: '/books', json: value });
        },
        { runs },
      ),
    },
    options,
  ),
  check(
    'date.valid-on-update',
    {
      'refuses every text that is not a day of the calendar': forAll(
        drawUpdates('refused'),
        async (t, { format, update: { value } }) => {
          await update(t, format, value);
        },
        { runs },
      ),
      'accepts and shows every day of the calendar that is well ahead': forAll(
        drawUpdates('edge'),
        async (t, { format, update: { value } }) => {
          await t.ask.read(await update(t, format, value));
        },
        { runs },
      ),
    },
    options,
  ),
]);
