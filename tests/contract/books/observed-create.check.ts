/** Observations of create, read and lookup, for silences of the document. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { readAttributes, readBookId, type Exchange } from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { author } from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  fetchBook,
  createChapters,
  deleteSharedDraft,
  createDuplicate,
  lookUpEventually,
  getRefusal,
  acceptsUnusualFields,
  getUnchangedBook,
  attachFiles,
  omit,
} from '../steps/index.ts';

const write = { needs: ['write'] } as const;
const remove = { needs: ['write', 'delete'] } as const;

/** Returns which of the two documented shapes a response has, by its keys. */
function detectShapes({ body }: Exchange): { bare: boolean; full: boolean } {
  const keys = isObject(body) ? body : {};
  return { bare: keys['bookId'] !== undefined, full: keys['data'] !== undefined };
}

/** Returns the documented shape of a response. One with both shapes counts as the full book. */
export function getDocumentedShape(exchange: Exchange): string | undefined {
  const { bare, full } = detectShapes(exchange);
  if (full && bare) return undefined;
  if (full) return 'reference';
  return bare ? 'walkthrough' : undefined;
}

async function post(t: Stage, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: '/books', json });
}

/** Publishes a book that lacks one thing; returns the status if that was refused. */
async function publishIncomplete(t: Stage, book: Book): Promise<string | undefined> {
  t.need.that(
    t.target.allow.has('publish'),
    'create accepts it; --allow publish would test publish too',
  );
  const chapters = createChapters(await attachFiles(t, book));
  const change =
    chapters.length > 0 ? { chapters, isFinalVersion: true } : { isFinalVersion: true };
  t.need.accepted(await t.ask.update(book.id, change));
  return getRefusal(t, await t.ask.publish(book.id));
}

/** Creates a book without one property; returns the book, or the status of the refusal. */
async function createWithout(t: Stage, format: 'print' | 'audio', key: string) {
  const sent = t.make.body(format);
  const created = await post(t, omit(sent, key));
  const refused = getRefusal(t, created);
  const externalId = sent.externalId ?? '';
  return refused === undefined ? { id: readBookId(created), externalId, format, sent } : refused;
}

function getEnumRefusal(exchange: Exchange, isInvalid: (body: Record<string, unknown>) => boolean) {
  const { operation, request, status } = exchange;
  if (operation !== 'createBook' || !isObject(request.body)) return undefined;
  const answer = status === 400 || status === 422 ? String(status) : undefined;
  return isInvalid(request.body) ? answer : undefined;
}

export const observedCreate = section('Create, where the document is silent', [
  watch('create.response', (exchange) =>
    exchange.operation === 'createBook' && isAccepted(exchange)
      ? getDocumentedShape(exchange)
      : undefined,
  ),
  watch('create.both-shapes', (exchange) => {
    if (exchange.operation !== 'createBook' || !isAccepted(exchange)) return undefined;
    const { bare, full } = detectShapes(exchange);
    return bare && full ? 'yes' : 'no';
  }),
  watch('create.format-enum', (exchange) =>
    getEnumRefusal(
      exchange,
      ({ format }) => typeof format === 'string' && !['ebook', 'print', 'audio'].includes(format),
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
      const created = await post(t, { ...t.make.body('ebook'), isFinalVersion: true });
      const refused = getRefusal(t, created);
      if (refused !== undefined) return refused;
      const book = await fetchBook(t, readBookId(created));
      return book['isFinalVersion'] === true ? 'accepted' : 'ignored';
    },
    write,
  ),
  observe(
    'create.duplicate-external-id',
    async (t) => getRefusal(t, (await createDuplicate(t)).answer) ?? 'accepted',
    write,
  ),
  observe(
    'external.multiple',
    async (t) => {
      const { externalId, first, title, answer } = await createDuplicate(t);
      t.need.that(isAccepted(answer), 'this service does not let two books share an external id');
      const found = await lookUpEventually(t, externalId);
      const refused = getRefusal(t, found);
      if (refused !== undefined) return refused;
      const { title: shown } = readAttributes(found);
      t.need.that(shown === title || shown === first, 'the lookup finds neither of the books');
      return shown === title ? 'newest' : 'oldest';
    },
    write,
  ),
  observe(
    'create.narrator-check',
    async (t) => {
      const created = await t.ask.create(t.make.body('audio', { contributor: [author] }));
      if (getRefusal(t, created) !== undefined) return 'create';
      const updated = await t.ask.update(readBookId(created), { contributor: [author] });
      return getRefusal(t, updated) === undefined ? 'publish' : 'update';
    },
    write,
  ),
  observe(
    'create.print-isbn',
    async (t) => {
      const created = await createWithout(t, 'print', 'isbn');
      if (typeof created === 'string') return `create-${created}`;
      const refused = await publishIncomplete(t, created);
      return refused === undefined ? 'never' : `publish-${refused}`;
    },
    write,
  ),
  observe(
    'create.audio-details-required',
    async (t) => {
      const created = await createWithout(t, 'audio', 'audioDetails');
      if (typeof created === 'string') return 'create';
      return (await publishIncomplete(t, created)) === undefined ? 'never' : 'publish';
    },
    write,
  ),
  observe(
    'create.audio-details-on-other',
    async (t) => {
      const audioDetails = { audioLength: 60, audioEdition: 'UBR' } as const;
      const created = await t.ask.create(t.make.body('ebook', { audioDetails }));
      const refused = getRefusal(t, created);
      if (refused !== undefined) return refused;
      const { audioDetails: shown } = await fetchBook(t, readBookId(created));
      return (shown ?? null) === null ? 'ignored' : 'stored';
    },
    write,
  ),
  observe(
    'create.audio-length.range',
    async (t) => {
      const audioDetails = { audioLength: -1, audioEdition: 'UBR' } as const;
      return (
        getRefusal(t, await t.ask.create(t.make.body('audio', { audioDetails }))) ?? 'accepted'
      );
    },
    write,
  ),
  observe(
    'create.past-date',
    async (t) => {
      const past = { publicationDate: '1999-01-01' };
      for (const format of ['print', 'audio'] as const) {
        const created = await t.ask.create(t.make.body(format, past));
        if (isAccepted(created)) await t.ask.read(readBookId(created));
      }
      if (await acceptsUnusualFields(t)) return 'accepted';
      return getRefusal(t, await t.ask.create(t.make.body('ebook', past))) ?? 'accepted';
    },
    write,
  ),
  observe(
    'not-found.deleted',
    async (t) => {
      const { book } = await deleteSharedDraft(t);
      const { status } = await t.ask.read(book.id);
      // The requirement read.unknown-404 covers any other status.
      t.need.that(
        [200, 404, 410].includes(status),
        `got ${status}, which is not a reading of this silence`,
      );
      return String(status);
    },
    remove,
  ),
  observe(
    'external.deleted',
    async (t) => {
      const { externalId } = (await deleteSharedDraft(t)).book;
      const again = await t.ask.create(t.make.body('ebook', { externalId }));
      return getRefusal(t, again) === undefined ? 'reusable' : 'taken';
    },
    remove,
  ),
  observe(
    'external.encoding',
    async (t) => {
      const { externalId: own = '' } = t.make.body('ebook');
      const parts = ['a b', 'a/b', '50%', 'a+b', '?&#', 'ü'];
      const isFound = async (part: string): Promise<boolean> => {
        const externalId = `${own}${part}`;
        const created = await t.ask.create(t.make.body('ebook', { externalId }));
        return isAccepted(created) && isAccepted(await lookUpEventually(t, externalId));
      };
      // One id contains all of them. Each is tried alone only if that id is not found.
      if (await isFound(parts.join(''))) return 'one-segment';
      const lost: string[] = [];
      for (const part of parts) if (!(await isFound(part))) lost.push(part);
      return `not found: ${lost.length === 0 ? 'all of them in one' : lost.join(', ')}`;
    },
    write,
  ),
  observe(
    'external.case',
    async (t) => {
      const { externalId } = await getUnchangedBook(t, 'ebook');
      t.need.accepted(await lookUpEventually(t, externalId));
      const other = await t.ask.lookUp(externalId.toUpperCase());
      return isAccepted(other) ? 'insensitive' : 'sensitive';
    },
    write,
  ),
  observe(
    'external.empty',
    async (t) => `${(await t.wire({ method: 'GET', path: '/books/external-id/' })).status}`,
  ),
]);
