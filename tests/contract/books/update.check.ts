/** What an update changes, what it leaves, and what it refuses. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { author, editor, type Format, narrator } from '../../../src/harness/values/index.ts';
import {
  accepted,
  bookNow,
  documented,
  shows,
  singleUpdates,
  statusNow,
  workbench,
} from '../steps/index.ts';

async function patch(t: Stage, { id }: Pick<Book, 'id'>, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json });
}

/** Updates several fields at once to plain values and reads each one back. */
function changes(
  format: Format,
  values: (t: Stage) => Readonly<Record<string, unknown>>,
): CaseBody {
  return async (t) => {
    const book = await t.make.draft(format);
    const wanted = values(t);
    t.need.accepted(await patch(t, book, wanted));
    const now = await bookNow(t, book.id);
    for (const [field, value] of Object.entries(wanted)) {
      t.expect.equal(now[field], value, `${field} after the update`);
    }
  };
}

/** Updates arrays and looks for the new entries: whether old ones stay is another question. */
function changesTo(format: Format, values: Readonly<Record<string, readonly unknown[]>>): CaseBody {
  return async (t) => {
    const book = await t.make.draft(format);
    t.need.accepted(await patch(t, book, values));
    const now = await bookNow(t, book.id);
    for (const [field, entries] of Object.entries(values)) {
      const list: unknown = now[field];
      const entriesNow: unknown[] = Array.isArray(list) ? list : [];
      for (const entry of entries) {
        t.expect.that(
          entriesNow.some((one) => shows(one, entry)),
          { expected: `${field} with ${JSON.stringify(entry)}`, actual: JSON.stringify(list) },
        );
      }
    }
  };
}

const badUpdates: readonly JsonObject[] = [
  { title: 5 },
  { subtitle: 5 },
  { language: 'en' },
  { keyword: 'tide' },
  { price: 'free' },
  { contributor: 'Ada Okafor' },
  { isFinalVersion: 'yes' },
];

export const update = section('Update', [
  check(
    'update.answers-200',
    {
      'answers 200 to a partial book': async (t) => {
        const { id } = await workbench(t, 'ebook');
        const updated = t.need.accepted(await t.ask.update(id, { subtitle: 'Updated' }));
        t.expect.status(updated, 200);
      },
    },
    { reach: 'shape' },
  ),
  check('update.changes-values', {
    'changes title, subtitle, description, date and finality of an ebook': changes(
      'ebook',
      (t) => ({
        title: `${t.make.body('ebook').title} anew`,
        subtitle: 'Another Subtitle',
        description: 'Another description.',
        publicationDate: t.clock.day(430),
        isFinalVersion: true,
      }),
    ),
    'changes the ISBN of a print book': changes('print', (t) => ({
      isbn: t.make.body('print').isbn,
    })),
    'changes languages, categories, keywords and prices of an ebook': changesTo('ebook', {
      language: ['es', 'de'],
      category: ['FIC002000'],
      keyword: ['harbour', 'tide'],
      price: [{ currency: 'EUR', price: 12.5 }],
    }),
    'changes the contributors of an audiobook': changesTo('audio', {
      contributor: [editor, author, narrator],
    }),
  }),
  check('audio-details.on-create-and-update', {
    'takes audio details on create and other ones on update': async (t) => {
      const details = { audioLength: 4200, audioEdition: 'ABR' } as const;
      const book = await t.make.draft('audio');
      const created = { ...book.sent.audioDetails };
      for (const [wanted, change] of [
        [created, { subtitle: 'With Details' }],
        [details, { audioDetails: details }],
      ] as const) {
        t.expect.accepted(await t.ask.update(book.id, change), `for ${JSON.stringify(change)}`);
        const shown = (await bookNow(t, book.id))['audioDetails'] ?? null;
        t.expect.that(shows(shown, wanted), {
          expected: `audioDetails ${JSON.stringify(wanted)}`,
          actual: JSON.stringify(shown),
        });
      }
    },
  }),
  check('update.keeps-the-rest', {
    'keeps every field that an update does not mention': async (t) => {
      for (const format of ['print', 'audio'] as const) {
        const book = await t.make.draft(format, { subtitle: 'Kept', keyword: ['tide'] });
        const { description: _, ...before } = documented(await bookNow(t, book.id));
        t.need.accepted(await t.ask.update(book.id, { description: 'Only this changes.' }));
        const { description: now, ...after } = documented(await bookNow(t, book.id));
        t.need.that(now === 'Only this changes.', 'the update did not change what it named');
        t.expect.equal(after, before, `fields of a ${format} book that were not mentioned`);
      }
    },
    'keeps the rest whichever field an update mentions': async (t) => {
      const book = await t.make.draft('print', { subtitle: 'Kept', keyword: ['tide'] });
      let before = documented(await bookNow(t, book.id));
      for (const change of singleUpdates(t)) {
        t.need.accepted(await t.ask.update(book.id, change));
        const now = documented(await bookNow(t, book.id));
        const [field = ''] = Object.keys(change);
        const mentioned = { [field]: now[field] };
        t.expect.equal(now, { ...before, ...mentioned }, `book after an update of ${field} alone`);
        before = now;
      }
    },
  }),
  check('update.draft-stays-draft', {
    'leaves a draft a draft': async (t) => {
      const { id } = await t.make.draft('ebook');
      for (const change of [{ subtitle: 'Still a Draft' }, { isFinalVersion: true }]) {
        t.need.accepted(await t.ask.update(id, change));
        t.expect.equal(await statusNow(t, id), 'draft', 'status after updating a draft');
      }
    },
  }),
  check('update.unknown-404', {
    'answers 404 for a book that does not exist': async (t) => {
      const { id } = await workbench(t, 'ebook');
      const change = { subtitle: 'Found' };
      t.need.accepted(await t.ask.update(id, change));
      t.expect.notFound(await t.ask.update(t.make.unknownId(), change));
    },
  }),
  check(
    'update.content-type-400',
    {
      'refuses an update sent as plain text': async (t) => {
        const { id } = await workbench(t, 'ebook');
        const change = { subtitle: 'Typed' };
        const sent = { method: 'PATCH', path: `/books/${id}`, text: JSON.stringify(change) };
        t.expect.problem(await t.wire({ ...sent, contentType: 'text/plain' }), 400);
        t.need.accepted(await t.ask.update(id, change));
      },
    },
    { reach: 'shape' },
  ),
  check(
    'update.schema-400',
    {
      'answers 400 to a value of the wrong type': async (t) => {
        const book = await workbench(t, 'ebook');
        for (const bad of badUpdates) t.expect.problem(await patch(t, book, bad), 400);
        t.need.accepted(await t.ask.update(book.id, { subtitle: 'Right' }));
      },
      'answers 400 to a body that is no object': async (t) => {
        const book = await workbench(t, 'ebook');
        for (const bad of [[], 'a book']) t.expect.problem(await patch(t, book, bad), 400);
        t.need.accepted(await t.ask.update(book.id, { subtitle: 'Right' }));
      },
    },
    { reach: 'shape' },
  ),
  check('update.refused-changes-nothing', {
    'leaves a book as it was after every update that was refused': async (t) => {
      const book = await t.make.draft('ebook', { subtitle: 'Untouched' });
      const before = documented(await bookNow(t, book.id));
      for (const bad of badUpdates.slice(0, 5)) {
        const refused = await patch(t, book, bad);
        t.need.that(!accepted(refused), 'the update was not refused');
      }
      t.expect.equal(documented(await bookNow(t, book.id)), before, 'book after refused updates');
    },
  }),
  check('book.imprint-set-by-service', {
    'keeps the imprint whatever an update says of it': async (t) => {
      const book = await t.make.draft('ebook');
      const { imprint } = await bookNow(t, book.id);
      await patch(t, book, { imprint: { id: t.make.unknownId(), name: 'A House of My Own' } });
      t.expect.equal((await bookNow(t, book.id))['imprint'], imprint, 'imprint after an update');
    },
  }),
]);
