/** Paths, bodies and ids where the document is silent, with requests of their own. */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { readBookId, type Exchange, parseProblem } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  isAccepted,
  fetchBook,
  readAfterPublish,
  findListItem,
  getRefusal,
  undocumentedField,
  acceptsUnusualFields,
  createTwice,
  getUnchangedBook,
  omit,
  getWorkbench,
} from '../steps/index.ts';

const write = { needs: ['write'] } as const;
const publish = { needs: ['write', 'publish'] } as const;

async function post(t: Stage, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: '/books', json });
}

/** JSON media types other than the plain one. */
const otherJson = ['application/merge-patch+json', 'application/vnd.book+json'] as const;

/** A draft that cannot be published: near its date and not final, so that trying does no harm. */
const getUnpublishableDraft = oncePerRun(
  async (t) => (await t.make.draft('ebook', { publicationDate: t.clock.day(5) })).id,
);

const unusualLetters = 'Ünïcödé 🏝 e\u0301 ';

export const observedTransport = section('Paths, bodies and ids, where the document is silent', [
  observe('path.invalid-uuid', async (t) => {
    const answer = await t.wire({ method: 'GET', path: '/books/not-a-uuid' });
    return getRefusal(t, answer) ?? 'accepted';
  }),
  observe('route.unknown', async (t) => {
    const route = await t.wire({ method: 'GET', path: '/no-such-route' });
    const method = await t.wire({ method: 'GET', path: `/books/${t.make.unknownId()}/publish` });
    return String(method.status === 405 ? 405 : route.status);
  }),
  observe(
    'request.unknown-property',
    async (t) => {
      const created = await post(t, { ...t.make.body('ebook'), [undocumentedField]: 'blue' });
      const refused = getRefusal(t, created);
      if (refused !== undefined) return refused;
      const book = await fetchBook(t, readBookId(created));
      return book[undocumentedField] === undefined ? 'ignored' : 'stored';
    },
    write,
  ),
  observe(
    'request.malformed-json',
    async (t) => {
      const sent = { method: 'POST', path: '/books', text: '{"title":' };
      const answer = await t.wire({ ...sent, contentType: 'application/json' });
      const refused = getRefusal(t, answer) ?? 'accepted';
      if (refused !== '400') return refused;
      return parseProblem(answer.body) === undefined ? '400-other' : '400-problem';
    },
    write,
  ),
  observe(
    'request.content-type.accepted',
    async (t) => {
      const { id } = await getWorkbench(t, 'ebook');
      const text = JSON.stringify({ subtitle: 'Typed' });
      const sent = { method: 'PATCH', path: `/books/${id}`, text };
      const withCharset = { ...sent, contentType: 'application/json; charset=utf-8' };
      if (!isAccepted(await t.wire(withCharset))) return 'no charset';
      const taken: string[] = [];
      for (const contentType of otherJson) {
        if (isAccepted(await t.wire({ ...sent, contentType }))) taken.push(contentType);
      }
      if (taken.length === 0) return 'application-json';
      return taken.length === otherJson.length ? 'any-json' : taken.join();
    },
    write,
  ),
  observe(
    'request.content-type.bodyless',
    async (t) => {
      const path = `/books/${await getUnpublishableDraft(t)}/publish`;
      const sent = { method: 'POST', path, text: '{}', contentType: 'text/plain' };
      return getRefusal(t, await t.wire(sent)) === '400' ? 'checked' : 'unchecked';
    },
    publish,
  ),
  observe(
    'request.empty-body',
    async (t) => {
      const answer = await t.wire({
        method: 'POST',
        path: `/books/${await getUnpublishableDraft(t)}/publish`,
      });
      return getRefusal(t, answer) === '400' ? 'required' : 'optional';
    },
    publish,
  ),
  observe(
    'request.null-optional',
    async (t) => {
      if (await acceptsUnusualFields(t)) return 'accepted';
      const nulls = { subtitle: null, isbn: null, audioDetails: null };
      const created = await post(t, { ...t.make.body('ebook'), ...nulls });
      return getRefusal(t, created) ?? 'accepted';
    },
    write,
  ),
  observe(
    'error.precedence',
    async (t) => {
      const path = `/books/${t.make.unknownId()}`;
      const answer = await t.wire({ method: 'PATCH', path, json: { title: 5 } });
      return `${answer.status} to a bad body for an unknown book`;
    },
    write,
  ),
  observe(
    'error.aggregation',
    async (t) => {
      const missing = ['title', 'description', 'price'];
      const answer = await post(t, missing.reduce(omit, t.make.body('ebook')));
      t.need.that(!isAccepted(answer), 'a body without three required properties was accepted');
      const names = parseProblem(answer.body)?.invalidParams.map(({ name }) => name) ?? [];
      const named = missing.filter((name) => names.includes(name)).length;
      if (named === missing.length) return 'all';
      return named === 1 ? 'first' : `${named} of ${missing.length}`;
    },
    write,
  ),
  observe(
    'consistency',
    async (t) => {
      const { id, externalId } = await t.make.draft('ebook');
      const shown = [
        isAccepted(await t.ask.read(id)),
        isAccepted(await t.ask.lookUp(externalId)),
        (await findListItem(t, id)) !== undefined,
      ];
      return shown.every(Boolean) ? 'immediate' : 'eventual';
    },
    write,
  ),
  observe(
    'uuid.case',
    async (t) => {
      const { id } = await getUnchangedBook(t, 'ebook');
      return getRefusal(t, await t.ask.read(id.toUpperCase())) ?? 'accepted';
    },
    write,
  ),
  observe(
    'string.limits',
    async (t) => {
      const title = `${t.make.body('ebook').title} ${unusualLetters}`;
      const created = await t.ask.create(t.make.body('ebook', { title }));
      const refused = getRefusal(t, created);
      if (refused !== undefined) return `${refused} to unusual letters`;
      const { title: shown } = await fetchBook(t, readBookId(created));
      if (shown === title) return 'kept as sent';
      if (shown === title.trim()) return 'trimmed';
      return shown === title.normalize('NFC') ? 'normalised' : 'changed otherwise';
    },
    write,
  ),
  observe(
    'idempotency',
    async (t) => {
      const { first, again } = await createTwice(t);
      if (getRefusal(t, again) !== undefined) return 'refused';
      return readBookId(again) === first ? 'the same book' : 'second-book';
    },
    write,
  ),
  observe(
    'status.actors',
    async (t) => ((await readAfterPublish(t)).status === 'draft' ? 'nobody' : 'service'),
    publish,
  ),
]);
