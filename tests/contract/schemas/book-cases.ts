/** Cases that send creates and updates with one value that the contract forbids, and with its edges. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Format,
  formats,
  type BookCreate,
  listBodyVariations,
} from '../../../src/harness/arbitraries/index.ts';
import { createMixedDraft } from '../steps/histories.ts';
import {
  createFullBody,
  listVariedUpdates,
  withFreshIds,
  chooseRefused,
  combineEdges,
  leaveOutOptional,
  listNewlyAccepted,
} from './book-bodies.ts';

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
    for (const { value } of chooseRefused(variations, t.seed)) await post(value);
    if (format === 'ebook') await sendOtherContent(t, body);
    await t.ask.create(body);
    for (const variation of listNewlyAccepted(variations)) {
      await post(withFreshIds(t, variation, format));
    }
  };
}

/** Sends a create that is labelled as text, and one without a body, and looks up the book that must not exist. */
async function sendOtherContent(t: Stage, { externalId }: BookCreate): Promise<void> {
  // A short body, so that the summary can show it in a curl command.
  const text = JSON.stringify({ ...t.make.body('ebook'), externalId });
  await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
  await t.wire({ method: 'POST', path: '/books', contentType: 'application/json' });
  await t.ask.lookUp(externalId ?? '');
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

/** Returns a case that updates a draft with one forbidden value each, and then with the edges of the contract. */
export function sendVariedUpdates(format: Format): CaseBody {
  return async (t) => {
    const { id, body } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const update = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    const fields = { ...createFullBody(t, format), title: body.title };
    const variations = listVariedUpdates(fields);
    for (const { json } of chooseRefused(variations, t.seed)) {
      await update(isObject(json) ? { keyword: ['not', 'kept'], ...json } : json);
    }
    await t.ask.read(id);
    for (const { json } of listNewlyAccepted(variations)) await update(json);
    const { externalId: _same, isbn: _none, format: _fixed, ...editable } = fields;
    await update(combineEdges(editable, variations, t.seed));
    await t.ask.read(id);
  };
}
