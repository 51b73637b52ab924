/** Observes create, read and lookup where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import {
  getSentJson,
  readAttributes,
  readBookId,
  type Exchange,
} from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { author, formats } from '../../../src/harness/arbitraries/index.ts';
import {
  isAccepted,
  fetchBook,
  lookUpEventually,
  getRefusal,
  omit,
  postBook,
  detectShapes,
  getDocumentedShape,
} from '../steps/steps.ts';
import {
  deleteDraftWithUpload,
  createDuplicate,
  acceptsUnusualFields,
  getUnchangedBook,
} from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;
const needsDelete = { needs: ['write', 'delete'] } as const;

/** Publishes a book without a required property; returns the status of a refusal, or undefined. */
async function publishIncomplete(t: Stage, book: Book): Promise<string | undefined> {
  t.need.that(
    t.target.allow.has('publish'),
    'create accepts it; --allow publish would test publish too',
  );
  await t.make.complete(book);
  return getRefusal(t, await t.ask.publish(book.id));
}

/** Creates a book without one property; returns the book, or the status of a refusal. */
async function createWithout(t: Stage, format: 'print' | 'audio', key: string) {
  const body = t.make.body(format);
  const response = await postBook(t, omit(body, key));
  const refusal = getRefusal(t, response);
  if (refusal !== undefined) return refusal;
  return { id: readBookId(response), format, body, externalId: body.externalId ?? '' };
}

/** Returns the status 400 or 422 of a create whose body is invalid in this way, or undefined. */
function getEnumRefusal(exchange: Exchange, isInvalid: (body: Record<string, unknown>) => boolean) {
  const { operation, request, response } = exchange;
  const body = operation === 'createBook' ? getSentJson(request) : undefined;
  const isRefusal = response.status === 400 || response.status === 422;
  return isRefusal && isObject(body) && isInvalid(body) ? String(response.status) : undefined;
}

export const observedCreate = section('Create, where the document is silent', [
  watch('create.response', (exchange) =>
    exchange.operation === 'createBook' && isAccepted(exchange)
      ? getDocumentedShape(exchange)
      : undefined,
  ),
  watch('create.both-shapes', (exchange) => {
    if (exchange.operation !== 'createBook' || !isAccepted(exchange)) return undefined;
    const { hasBareId, hasFullBook } = detectShapes(exchange.response);
    return hasBareId && hasFullBook ? 'yes' : 'no';
  }),
  watch('create.format-enum', (exchange) =>
    getEnumRefusal(
      exchange,
      ({ format }) => typeof format === 'string' && !formats.some((known) => known === format),
    ),
  ),
  watch('status.400-vs-422', (exchange) =>
    getEnumRefusal(exchange, ({ audioDetails }) => {
      const edition = isObject(audioDetails) ? audioDetails['audioEdition'] : undefined;
      return typeof edition === 'string' && !['UBR', 'ABR'].includes(edition);
    }),
  ),
  observe(
    'create.unlisted-fields',
    async (t) => {
      const response = await postBook(t, { ...t.make.body('ebook'), isFinalVersion: true });
      const refusal = getRefusal(t, response);
      if (refusal !== undefined) return refusal;
      const book = await fetchBook(t, readBookId(response));
      return book['isFinalVersion'] === true ? 'accepted' : 'ignored';
    },
    needsWrite,
  ),
  observe(
    'create.duplicate-external-id',
    async (t) => getRefusal(t, (await createDuplicate(t)).response) ?? 'accepted',
    needsWrite,
  ),
  observe(
    'external.multiple',
    async (t) => {
      const { externalId, firstTitle, title, response } = await createDuplicate(t);
      t.need.that(isAccepted(response), 'this service does not let two books share an external id');
      const lookup = await lookUpEventually(t, externalId);
      const refusal = getRefusal(t, lookup);
      if (refusal !== undefined) return refusal;
      const { title: foundTitle } = readAttributes(lookup);
      t.need.that(
        foundTitle === title || foundTitle === firstTitle,
        'the lookup finds neither of the books',
      );
      return foundTitle === title ? 'newest' : 'oldest';
    },
    needsWrite,
  ),
  observe(
    'create.narrator-check',
    async (t) => {
      const createResponse = await t.ask.create(t.make.body('audio', { contributor: [author] }));
      if (getRefusal(t, createResponse) !== undefined) return 'create';
      const updateResponse = await t.ask.update(readBookId(createResponse), {
        contributor: [author],
      });
      return getRefusal(t, updateResponse) === undefined ? 'publish' : 'update';
    },
    needsWrite,
  ),
  observe(
    'create.print-isbn',
    async (t) => {
      const createResult = await createWithout(t, 'print', 'isbn');
      if (typeof createResult === 'string') return `create-${createResult}`;
      const refusal = await publishIncomplete(t, createResult);
      return refusal === undefined ? 'never' : `publish-${refusal}`;
    },
    needsWrite,
  ),
  observe(
    'create.audio-details-required',
    async (t) => {
      const createResult = await createWithout(t, 'audio', 'audioDetails');
      if (typeof createResult === 'string') return 'create';
      return (await publishIncomplete(t, createResult)) === undefined ? 'never' : 'publish';
    },
    needsWrite,
  ),
  observe(
    'create.audio-details-on-other',
    async (t) => {
      const audioDetails = { audioLength: 60, audioEdition: 'UBR' } as const;
      const response = await t.ask.create(t.make.body('ebook', { audioDetails }));
      const refusal = getRefusal(t, response);
      if (refusal !== undefined) return refusal;
      const { audioDetails: storedDetails } = await fetchBook(t, readBookId(response));
      return (storedDetails ?? null) === null ? 'ignored' : 'stored';
    },
    needsWrite,
  ),
  observe(
    'create.audio-length.range',
    async (t) => {
      const audioDetails = { audioLength: -1, audioEdition: 'UBR' } as const;
      return (
        getRefusal(t, await t.ask.create(t.make.body('audio', { audioDetails }))) ?? 'accepted'
      );
    },
    needsWrite,
  ),
  observe(
    'create.past-date',
    async (t) => {
      const fields = { publicationDate: '1999-01-01' };
      for (const format of ['print', 'audio'] as const) {
        const response = await t.ask.create(t.make.body(format, fields));
        if (isAccepted(response)) await t.ask.read(readBookId(response));
      }
      if (await acceptsUnusualFields(t)) return 'accepted';
      return getRefusal(t, await t.ask.create(t.make.body('ebook', fields))) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'not-found.deleted',
    async (t) => {
      const { book } = await deleteDraftWithUpload(t);
      const { status } = (await t.ask.read(book.id)).response;
      // The requirement read.unknown-404 covers any other status.
      t.need.that(
        [200, 404, 410].includes(status),
        `got ${status}, which is not a reading of this silence`,
      );
      return String(status);
    },
    needsDelete,
  ),
  observe(
    'external.deleted',
    async (t) => {
      const { externalId } = (await deleteDraftWithUpload(t)).book;
      const secondCreate = await t.ask.create(t.make.body('ebook', { externalId }));
      return getRefusal(t, secondCreate) === undefined ? 'reusable' : 'taken';
    },
    needsDelete,
  ),
  observe(
    'external.encoding',
    async (t) => {
      const { externalId: prefix = '' } = t.make.body('ebook');
      const parts = ['a b', 'a/b', '50%', 'a+b', '?&#', 'ü'];
      const isFound = async (part: string): Promise<boolean> => {
        const externalId = `${prefix}${part}`;
        const response = await t.ask.create(t.make.body('ebook', { externalId }));
        return isAccepted(response) && isAccepted(await lookUpEventually(t, externalId));
      };
      // The first id contains all parts. Each part is tried alone only if that id is not found.
      if (await isFound(parts.join(''))) return 'one-segment';
      const lostParts: string[] = [];
      for (const part of parts) if (!(await isFound(part))) lostParts.push(part);
      return `not found: ${lostParts.length === 0 ? 'all of them in one' : lostParts.join(', ')}`;
    },
    needsWrite,
  ),
  observe(
    'external.case',
    async (t) => {
      const { externalId } = await getUnchangedBook(t, 'ebook');
      t.need.accepted(await lookUpEventually(t, externalId));
      const upperCaseLookup = await t.ask.lookUp(externalId.toUpperCase());
      return isAccepted(upperCaseLookup) ? 'insensitive' : 'sensitive';
    },
    needsWrite,
  ),
  observe(
    'external.empty',
    async (t) =>
      `${(await t.wire({ method: 'GET', path: '/books/external-id/' })).response.status}`,
  ),
]);
