/** What create makes: a draft of each format that reads back as it was sent. */
import { isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { attributes, bookId } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type BookCreate,
  editor,
  type Format,
  formats,
  narrator,
} from '../../../src/harness/values/index.ts';
import { bookNow, creation, onceListed, sorted, untouched, without } from '../steps/index.ts';

/** Every property create lists that a book of the format may have without a reading being needed. */
function fullBody(t: Stage, format: Format): BookCreate {
  return t.make.body(format, {
    subtitle: 'With a Subtitle',
    keyword: ['tide', 'harbour'],
    language: ['en', 'de'],
    category: ['FIC000000', 'FIC002000'],
    contributor: format === 'audio' ? [author, editor, narrator] : [author, editor],
    price: [
      { currency: 'USD', price: 9.99 },
      { currency: 'EUR', price: 8.5 },
    ],
  });
}

/** The members of an object that were sent, so that further ones of the service's do not count. */
function sentMembers(sent: unknown, shown: unknown): unknown {
  if (!isObject(sent) || !isObject(shown)) return shown;
  return Object.fromEntries(Object.keys(sent).map((key) => [key, shown[key]]));
}

function comparable(field: string, sent: unknown, shown: unknown): [unknown, unknown] {
  if (field === 'language')
    return [sorted(shown).join().toUpperCase(), sorted(sent).join().toUpperCase()];
  if (!Array.isArray(sent) || !Array.isArray(shown)) return [sentMembers(sent, shown), sent];
  const model: unknown = sent[0];
  return [sorted(shown.map((entry: unknown) => sentMembers(model, entry))), sorted(sent)];
}

function readsBack(format: Format): CaseBody {
  return async (t) => {
    const { sent, answer } = await full[format](t);
    const book = await bookNow(t, bookId(t.need.accepted(answer)));
    for (const [field, value] of Object.entries(sent)) {
      const [shown, expected] = comparable(field, value, book[field]);
      t.expect.equal(shown, expected, `${field} as read back`);
    }
  };
}

function acceptsContributors(...roles: readonly (typeof author)[]): CaseBody {
  return async (t) => {
    await untouched(t, 'ebook');
    const created = await t.ask.create(t.make.body('audio', { contributor: [...roles] }));
    t.expect.accepted(created, `for the roles ${roles.map(({ role }) => role).join(', ')}`);
  };
}

/** What a book shows before anything was done to it. */
async function newBook(t: Stage, format: Format): Promise<JsonObject> {
  return firstReads[format](t);
}

const firstReads = {
  ebook: oncePerRun(async (t) => bookNow(t, (await untouched(t, 'ebook')).id)),
  print: oncePerRun(async (t) => bookNow(t, (await untouched(t, 'print')).id)),
  audio: oncePerRun(async (t) => bookNow(t, (await untouched(t, 'audio')).id)),
};

/** What create answers to a print book and to an audiobook with every property it lists. */
const full = {
  ebook: oncePerRun(async (t) => createdFull(t, 'ebook')),
  print: oncePerRun(async (t) => createdFull(t, 'print')),
  audio: oncePerRun(async (t) => createdFull(t, 'audio')),
};

async function createdFull(t: Stage, format: Format) {
  const sent = fullBody(t, format);
  return { sent, answer: await t.ask.create(sent) };
}

/** A create with language codes in lowercase, which several questions are about. */
const inLowercase = oncePerRun(async (t) => ({
  answer: await t.ask.create(t.make.body('ebook', { language: ['en', 'de'] })),
}));

export const create = section('Create', [
  check(
    'create.answers-201',
    {
      'answers 201 to a valid book': async (t) => {
        const { answer } = await creation(t, 'ebook');
        t.expect.status(t.need.accepted(answer), 201);
      },
    },
    { reach: 'shape' },
  ),
  check('create.formats', {
    'makes a book of each of the three formats': async (t) => {
      for (const format of formats) {
        const { answer } = await creation(t, format);
        t.expect.accepted(answer, `for a valid ${format} book`);
      }
    },
  }),
  check('create.optional-properties', {
    'takes subtitle, keywords, external id and ISBN of a print book': async (t) => {
      await untouched(t, 'print');
      const { answer } = await full.print(t);
      t.expect.accepted(answer, 'for a print book with all of them');
    },
    'takes audio details of an audiobook': async (t) => {
      await untouched(t, 'audio');
      const { answer } = await full.audio(t);
      t.expect.accepted(answer, 'for an audiobook with all of them');
    },
    'makes a book without any of the optional properties': async (t) => {
      await untouched(t, 'ebook');
      const json = without(t.make.body('ebook'), 'externalId');
      t.expect.accepted(await t.wire({ method: 'POST', path: '/books', json }));
    },
  }),
  check('create.reads-back', {
    'shows an ebook as it was sent': readsBack('ebook'),
    'shows a print book as it was sent': readsBack('print'),
    'shows an audiobook as it was sent': readsBack('audio'),
  }),
  check('create.draft', {
    'starts a book of each format as a draft': async (t) => {
      for (const format of formats) {
        const { answer } = await creation(t, format);
        const created = t.need.accepted(answer);
        if (isObject(created.body) && created.body['data'] !== undefined) {
          t.expect.equal(attributes(created)['status'], 'draft', `status of a created ${format}`);
        }
        const book = await newBook(t, format);
        t.expect.equal(book['status'], 'draft', `status of a new ${format} book`);
      }
    },
  }),
  check('create.not-final', {
    'starts a book as not final': async (t) => {
      const book = await newBook(t, 'ebook');
      t.expect.equal(book['isFinalVersion'], false, 'isFinalVersion of a new book');
    },
  }),
  check('create.no-files', {
    'starts a book without files': async (t) => {
      const book = await newBook(t, 'ebook');
      t.expect.equal(book['files'], [], 'files of a new book');
    },
  }),
  check('book.chapters-only-audio', {
    'shows no chapters on books that are no audiobooks': async (t) => {
      for (const format of ['ebook', 'print'] as const) {
        const book = await newBook(t, format);
        t.expect.equal(book['chapters'] ?? null, null, `chapters of a new ${format} book`);
      }
    },
  }),
  check('book.pod-details-only-print', {
    'shows no print details on books that are no print books': async (t) => {
      for (const format of ['ebook', 'audio'] as const) {
        const book = await newBook(t, format);
        t.expect.equal(book['podDetails'] ?? null, null, `podDetails of a new ${format} book`);
      }
    },
  }),
  check('book.language-uppercase', {
    'shows lowercase language codes in uppercase': async (t) => {
      const { answer } = await inLowercase(t);
      const { language } = await bookNow(t, bookId(t.need.accepted(answer)));
      t.expect.equal(sorted(language), ['"DE"', '"EN"'], 'language sent in lowercase');
    },
  }),
  check('list.item-language', {
    'shows lowercase language codes in uppercase in the list too': async (t) => {
      const { id } = await untouched(t, 'ebook');
      const { attributes: item } = await onceListed(t, id);
      t.expect.equal(item['language'], ['EN'], 'language of the list item');
    },
  }),
  check('book.language-either-case', {
    'takes language codes in lowercase and in uppercase': async (t) => {
      t.expect.accepted((await inLowercase(t)).answer, 'for language en,de');
      const created = await t.ask.create(t.make.body('ebook', { language: ['EN', 'ES'] }));
      t.expect.accepted(created, 'for language EN,ES');
    },
  }),
  check('book.copyright', {
    'takes SELF as copyright': async (t) => {
      const created = await t.ask.create(t.make.body('ebook', { copyright: 'SELF' }));
      t.expect.accepted(created, 'for copyright SELF');
    },
  }),
  check('book.sale-territory', {
    'takes ALL as sale territory': async (t) => {
      const created = await t.ask.create(t.make.body('ebook', { saleTerritory: ['ALL'] }));
      t.expect.accepted(created, 'for saleTerritory ALL');
    },
  }),
  check('contributor.roles', {
    'takes an author and a narrator': acceptsContributors(author, narrator),
    'takes an editor beside them': acceptsContributors(author, editor, narrator),
  }),
  check('price.currencies', {
    'takes a price in USD, in EUR and in GBP': async (t) => {
      await untouched(t, 'ebook');
      const price = ['USD', 'EUR', 'GBP'].map((currency) => ({ currency, price: 7.5 }));
      const created = await t.ask.create(t.make.body('ebook', { price }));
      t.expect.accepted(created, 'for prices in USD, EUR and GBP');
    },
  }),
]);
