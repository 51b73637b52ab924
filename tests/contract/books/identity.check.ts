/** Where the interface lives, how its bodies travel, and that a book has one id everywhere. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { isJsonType } from '../../../src/contract/shapes.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import { bookId } from '../../../src/harness/evidence/index.ts';
import { listed } from '../steps/index.ts';

export const identity = section('Paths, bodies and ids', [
  check(
    'path.prefix',
    {
      'answers below /v2/distribution': async (t) => {
        const { status } = await t.ask.list({ perPage: 1 });
        const lost = status === 404 || status === 405;
        t.need.that(lost || status < 400, `a plain list was refused with ${status}`);
        t.expect.that(status !== 404 && status !== 405, {
          expected: 'the list under /v2/distribution/books',
          actual: `${status}`,
        });
      },
    },
    { reach: 'shape' },
  ),
  check(
    'body.json',
    {
      'labels what it says as JSON': async (t) => {
        const made = t.need.accepted(await t.ask.create(t.make.body('ebook')));
        const told = [
          made,
          await t.ask.read(bookId(made)),
          await t.ask.update(bookId(made), { subtitle: 'Labelled' }),
          await t.ask.list({ perPage: 1 }),
        ];
        for (const { text, mediaType, body, operation } of told) {
          t.expect.that(text === '' || (isJsonType(mediaType) && body !== undefined), {
            expected: `a body of ${String(operation)} that is JSON and says so`,
            actual: `${mediaType || 'no media type'}: ${text.slice(0, 120)}`,
          });
        }
      },
    },
    { reach: 'shape' },
  ),
  check('id.same-everywhere', {
    'shows the id of a created book in read, list and update alike': async (t) => {
      const id = bookId(t.need.accepted(await t.ask.create(t.make.body('ebook'))));
      const shown = await t.ask.read(id);
      t.expect.accepted(shown, 'to reading by the id that create gave');
      const data = isObject(shown.body) && isObject(shown.body['data']) ? shown.body['data'] : {};
      t.expect.equal(data['id'], id, 'id as read');
      const updated = t.need.accepted(await t.ask.update(id, { subtitle: 'Same id' }));
      t.expect.equal(bookId(updated), id, 'id in the answer to an update');
      const item = await t.eventually(
        async () => listed(t, id),
        (found) => found !== undefined,
      );
      t.expect.equal(item?.id, id, 'id in the list');
    },
  }),
]);
