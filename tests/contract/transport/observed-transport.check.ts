/** Observes paths, bodies and ids where the document is silent, with separate requests. */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { readBookId, parseProblem } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  isAccepted,
  fetchBook,
  findListItem,
  getRefusal,
  undocumentedField,
  omit,
  postBook,
} from '../steps/steps.ts';
import {
  readAfterPublish,
  acceptsUnusualFields,
  createTwice,
  getUnchangedBook,
  getSharedDraft,
} from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;
const needsPublish = { needs: ['write', 'publish'] } as const;

/** Returns which of several missing properties the refusal of a create names. */
async function readNamedShare(t: Stage, missing: readonly string[]): Promise<string> {
  const exchange = await postBook(t, missing.reduce(omit, t.make.body('ebook')));
  t.need.that(!isAccepted(exchange), `a body without ${missing.join(', ')} was accepted`);
  const names = parseProblem(exchange.response.body)?.invalidParams.map(({ name }) => name) ?? [];
  const namedCount = missing.filter((name) => names.includes(name)).length;
  if (namedCount === missing.length) return 'all';
  return namedCount === 1 ? 'first' : `${namedCount} of ${missing.length}`;
}

/** JSON media types other than application/json. */
const otherJson = ['application/merge-patch+json', 'application/vnd.book+json'] as const;

/** Returns the id of a draft that cannot be published, because it is near its date and not final. */
const getUnpublishableDraft = oncePerRun(
  async (t) => (await t.make.draft('ebook', { publicationDate: t.clock.day(5) })).id,
);

const unusualLetters = 'Ünïcödé 🏝 e\u0301 ';

export const observedTransport = section('Paths, bodies and ids, where the document is silent', [
  observe('path.invalid-uuid', async (t) => {
    const response = await t.wire({ method: 'GET', path: '/books/not-a-uuid' });
    return getRefusal(t, response) ?? 'accepted';
  }),
  observe('route.unknown', async (t) => {
    const route = await t.wire({ method: 'GET', path: '/no-such-route' });
    const method = await t.wire({ method: 'GET', path: `/books/${t.make.unknownId()}/publish` });
    return String(method.response.status === 405 ? 405 : route.response.status);
  }),
  observe(
    'request.unknown-property',
    async (t) => {
      const response = await postBook(t, { ...t.make.body('ebook'), [undocumentedField]: 'blue' });
      const refusal = getRefusal(t, response);
      if (refusal !== undefined) return refusal;
      const book = await fetchBook(t, readBookId(response));
      return book[undocumentedField] === undefined ? 'ignored' : 'stored';
    },
    needsWrite,
  ),
  observe(
    'request.malformed-json',
    async (t) => {
      const request = { method: 'POST', path: '/books', text: '{"title":' };
      const exchange = await t.wire({ ...request, contentType: 'application/json' });
      const refusal = getRefusal(t, exchange) ?? 'accepted';
      if (refusal !== '400') return refusal;
      return parseProblem(exchange.response.body) === undefined ? '400-other' : '400-problem';
    },
    needsWrite,
  ),
  observe(
    'request.content-type.accepted',
    async (t) => {
      const { id } = await getSharedDraft(t, 'ebook');
      const text = JSON.stringify({ subtitle: 'Typed' });
      const request = { method: 'PATCH', path: `/books/${id}`, text };
      const withCharset = { ...request, contentType: 'application/json; charset=utf-8' };
      if (!isAccepted(await t.wire(withCharset))) return 'no charset';
      const acceptedTypes: string[] = [];
      for (const contentType of otherJson) {
        if (isAccepted(await t.wire({ ...request, contentType }))) acceptedTypes.push(contentType);
      }
      if (acceptedTypes.length === 0) return 'application-json';
      return acceptedTypes.length === otherJson.length ? 'any-json' : acceptedTypes.join();
    },
    needsWrite,
  ),
  observe(
    'request.content-type.bodyless',
    async (t) => {
      const path = `/books/${await getUnpublishableDraft(t)}/publish`;
      const request = { method: 'POST', path, text: '{}', contentType: 'text/plain' };
      return getRefusal(t, await t.wire(request)) === '400' ? 'checked' : 'unchecked';
    },
    needsPublish,
  ),
  observe(
    'request.empty-body',
    async (t) => {
      const response = await t.wire({
        method: 'POST',
        path: `/books/${await getUnpublishableDraft(t)}/publish`,
      });
      return getRefusal(t, response) === '400' ? 'required' : 'optional';
    },
    needsPublish,
  ),
  observe(
    'request.null-optional',
    async (t) => {
      if (await acceptsUnusualFields(t)) return 'accepted';
      const nulls = { subtitle: null, isbn: null, audioDetails: null };
      const response = await postBook(t, { ...t.make.body('ebook'), ...nulls });
      return getRefusal(t, response) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'error.precedence',
    async (t) => {
      const path = `/books/${t.make.unknownId()}`;
      const exchange = await t.wire({ method: 'PATCH', path, json: { title: 5 } });
      return `${exchange.response.status} to a bad body for an unknown book`;
    },
    needsWrite,
  ),
  observe(
    'error.aggregation',
    async (t) => {
      // A service may treat two missing properties otherwise than three.
      const two = await readNamedShare(t, ['title', 'price']);
      return two === 'all' ? readNamedShare(t, ['title', 'description', 'price']) : two;
    },
    needsWrite,
  ),
  observe(
    'consistency',
    async (t) => {
      const { id, externalId } = await t.make.draft('ebook');
      const sightings = [
        isAccepted(await t.ask.read(id)),
        isAccepted(await t.ask.lookUp(externalId)),
        (await findListItem(t, id)) !== undefined,
      ];
      return sightings.every(Boolean) ? 'immediate' : 'eventual';
    },
    needsWrite,
  ),
  observe(
    'uuid.case',
    async (t) => {
      const { id } = await getUnchangedBook(t, 'ebook');
      return getRefusal(t, await t.ask.read(id.toUpperCase())) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'string.limits',
    async (t) => {
      const title = `${t.make.body('ebook').title} ${unusualLetters}`;
      const response = await t.ask.create(t.make.body('ebook', { title }));
      const refusal = getRefusal(t, response);
      if (refusal !== undefined) return `${refusal} to unusual letters`;
      const { title: shownTitle } = await fetchBook(t, readBookId(response));
      if (shownTitle === title) return 'kept as sent';
      if (shownTitle === title.trim()) return 'trimmed';
      return shownTitle === title.normalize('NFC') ? 'normalised' : 'changed in another way';
    },
    needsWrite,
  ),
  observe(
    'idempotency',
    async (t) => {
      const { firstId, secondExchange } = await createTwice(t);
      if (getRefusal(t, secondExchange) !== undefined) return 'refused';
      return readBookId(secondExchange) === firstId ? 'the same book' : 'second-book';
    },
    needsWrite,
  ),
  observe(
    'status.actors',
    async (t) => ((await readAfterPublish(t)).status === 'draft' ? 'nobody' : 'service'),
    needsPublish,
  ),
]);
