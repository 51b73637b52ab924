/** Holds a book to its model from three sides: read, looked up, and in the list. */
import { attributes, blame } from '../../../src/harness/evidence/index.ts';
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import type { StatedId } from '../../../src/contract/requirements.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { onceLookedUp } from '../../contract/steps/index.ts';
import { narrowed, permits, type BookModel, type Statuses } from './book-model.ts';
import { listedItem } from '../lists/index.ts';

export interface Blamed {
  readonly status: StatedId;
  readonly fields: StatedId;
}

/** Compares, and narrows what the model permits by the status that was seen. */
export async function agree(model: BookModel, t: Stage, blamed: Blamed): Promise<void> {
  const book = attributes(await t.ask.read(model.id));
  judge(model, t, { book, blamed });
  model.statuses = narrowed(model.statuses, statusIn(book));

  const found = attributes(await onceLookedUp(t, model.externalId));
  const same: Blamed = { status: 'lookup.same-book', fields: 'lookup.same-book' };
  judge(model, t, { book: found, blamed: same });

  const item = await listedItem(t, model.id, (one) => shows(one.attributes, model));
  t.need.that(item !== undefined, 'the list does not show the book');
  const listed: Blamed = { status: 'list.agrees-with-book', fields: 'list.agrees-with-book' };
  judge(listedPart(model), t, { book: item?.attributes ?? {}, blamed: listed });
}

interface Comparison {
  readonly book: JsonObject;
  readonly blamed: Blamed;
}

type Compared = Pick<BookModel, 'fields' | 'statuses'>;

function judge(model: Compared, t: Stage, { book, blamed }: Comparison): void {
  const status = statusIn(book);
  blame(blamed.status, () =>
    t.expect.that(permits(model.statuses, status), {
      expected: `status ${wordsOf(model.statuses)}`,
      actual: status,
      pointer: '/data/attributes/status',
    }),
  );
  const names = Object.keys(model.fields);
  const shown = Object.fromEntries(names.map((name) => [name, book[name] ?? null]));
  blame(blamed.fields, () => t.expect.equal(shown, model.fields, 'what the book was given'));
}

function statusIn(book: JsonObject): string {
  const status = book['status'];
  return typeof status === 'string' ? status : 'no text';
}

/** A list item has only some of the fields. */
function listedPart({ fields, statuses }: BookModel): Compared {
  const { title, subtitle = null } = fields;
  return { statuses, fields: { title, subtitle } };
}

function shows(item: JsonObject, model: BookModel): boolean {
  const { fields } = listedPart(model);
  return (
    permits(model.statuses, statusIn(item)) &&
    Object.entries(fields).every(([name, value]) => (item[name] ?? null) === value)
  );
}

function wordsOf(statuses: Statuses): string {
  if ('among' in statuses) return statuses.among.join(' or ');
  return statuses.allBut.length === 0 ? 'any' : `other than ${statuses.allBut.join(', ')}`;
}
