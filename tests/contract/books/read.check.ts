/** Reading a book by its id: found, unknown, and left as it is. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributes, items } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { bookNow, documented, onceListed, present, untouched } from '../steps/index.ts';

/** The id of a book that can be read: one of our own where we may make one, else one of the list's. */
async function readableId(t: Stage): Promise<string> {
  if (t.target.allow.has('write')) return (await untouched(t, 'ebook')).id;
  const [first] = items(t.need.accepted(await t.ask.list({ perPage: 1 })));
  return present(first, 'the account has no book to read, and none may be made').id;
}

export const read = section('Read', [
  check(
    'read.answers-200',
    {
      'answers 200 with the book': async (t) => {
        const id = await readableId(t);
        t.expect.status(await t.ask.read(id), 200);
      },
    },
    { reach: 'shape' },
  ),
  check('read.answers-200', {
    'shows the book that was asked for': async (t) => {
      for (const { id, sent } of [await untouched(t, 'ebook'), await untouched(t, 'print')]) {
        const shown = t.need.accepted(await t.ask.read(id));
        const data = isObject(shown.body) && isObject(shown.body['data']) ? shown.body['data'] : {};
        t.expect.equal(data['id'], id, 'id of the book that was read');
        t.expect.equal(attributes(shown)['title'], sent.title, 'title of the book');
      }
    },
  }),
  check('read.unknown-404', {
    'answers 404 for a book that does not exist': async (t) => {
      t.need.accepted(await t.ask.read(await readableId(t)));
      t.expect.notFound(await t.ask.read(t.make.unknownId()));
    },
  }),
  check('read.changes-nothing', {
    'leaves a book and the time of its last change as they are': async (t) => {
      const { id } = await untouched(t, 'ebook');
      const item = await onceListed(t, id);
      const before = documented(await bookNow(t, id));
      t.expect.equal(documented(await bookNow(t, id)), before, 'book as read again');
      const { updatedAt } = (await onceListed(t, id)).attributes;
      t.expect.equal(updatedAt, item.attributes['updatedAt'], 'updatedAt after reading');
    },
  }),
]);
