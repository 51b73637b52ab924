/** Cases that send creates and updates with one value that the contract forbids, and with its edges. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import {
  type Format,
  formats,
  listBodyVariations,
  type Variation,
} from '../../../src/harness/arbitraries/index.ts';
import { createMixedDraft } from '../steps/index.ts';
import {
  createFullBody,
  listVariedUpdates,
  selectShare,
  withFreshIds,
  chooseVariations,
  combineEdges,
  leaveOutOptional,
  listNewlyAccepted,
  listRefused,
} from './book-bodies.ts';

/**
 * Returns the refused variations to send, one for each constraint. The explorer sends null and other types within
 * lists and objects.
 */
function selectRefused<V extends Variation>(variations: readonly V[], seed: number): readonly V[] {
  return chooseVariations(listRefused(variations), { turn: seed }).filter(
    ({ path, rule, isNew }) =>
      isNew || (rule !== 'null' && (rule !== 'another type' || path.length === 1)),
  );
}

/**
 * Returns a case that sends creates with one forbidden value each. A lookup then finds no book, and a valid create with
 * the same external id is accepted.
 */
export function sendRefusedCreates(format: Format): CaseBody {
  return async (t) => {
    const body = createFullBody(t, format);
    const variations = listBodyVariations('createBook', body);
    const post = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'POST', path: '/books', json });
    const refused = selectRefused(variations, t.seed);
    for (const { value } of selectShare(refused, format)) await post(value);
    // A short body, so that the summary can show it in a curl command.
    const { externalId } = body;
    const text = JSON.stringify({ ...t.make.body(format), externalId });
    await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
    await t.wire({ method: 'POST', path: '/books', contentType: 'application/json' });
    await t.ask.lookUp(externalId ?? '');
    await t.ask.create(body);
    for (const variation of listNewlyAccepted(variations)) {
      await post(withFreshIds(t, variation, format));
    }
  };
}

/** Creates a book of each format with the edges of the contract, and an ebook with the required properties only. */
export const createEdgeBooks: CaseBody = async (t) => {
  for (const [turn, format] of formats.entries()) {
    const body = createFullBody(t, format);
    await t.ask.create(combineEdges(body, listBodyVariations('createBook', body), turn));
  }
  const body = createFullBody(t, 'ebook');
  await t.ask.create(leaveOutOptional(body, listBodyVariations('createBook', body)));
};

/** Creates send all wrong types, so updates usually send one of this many. */
const shareOfTypes = 3;

/** Returns a case that updates a draft with one forbidden value each, and then with the edges of the contract. */
export function sendVariedUpdates(format: Format): CaseBody {
  return async (t) => {
    const { id, body } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const update = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    const fields = { ...createFullBody(t, format), title: body.title };
    const variations = listVariedUpdates(fields);
    const isSent = ({ rule, isNew }: Variation, index: number): boolean =>
      isNew || rule !== 'another type' || (index + Math.abs(t.seed)) % shareOfTypes === 0;
    const refused = selectRefused(variations, t.seed);
    for (const { json } of refused.filter(isSent)) {
      await update(isObject(json) ? { keyword: ['not', 'kept'], ...json } : json);
    }
    await t.ask.read(id);
    for (const { json } of listNewlyAccepted(variations)) await update(json);
    const { externalId: _same, isbn: _none, format: _fixed, ...editable } = fields;
    await update(combineEdges(editable, variations, t.seed));
    await t.ask.read(id);
  };
}
