/** How refusals speak: as Problems that repeat status and path and name the field; never as a crash. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { type Exchange, type Problem, problemOf } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { accepted, present, without, workbench } from '../steps/index.ts';

interface Refused {
  readonly what: string;
  readonly exchange: Exchange;
  readonly problem: Problem;
}

/** Refusals of four operations, each a Problem of its own kind; what is no Problem is left out. */
const problems = oncePerRun(async (t): Promise<readonly Refused[]> => {
  const body = t.make.body('ebook');
  const { id } = await workbench(t, 'ebook');
  const post = { method: 'POST', path: '/books' };
  const answers = {
    'a create without a title': await t.wire({ ...post, json: without(body, 'title') }),
    'a create with a bad ISBN': await t.wire({
      ...post,
      json: { ...t.make.body('print'), isbn: 'not-an-isbn' },
    }),
    'a list of 101 a page': await t.wire({
      method: 'GET',
      path: '/books',
      query: { perPage: '101' },
    }),
    'a lookup that finds nothing': await t.ask.lookUp(body.externalId ?? ''),
    'an update of the wrong type': await t.wire({
      method: 'PATCH',
      path: `/books/${id}`,
      json: { title: 5 },
    }),
  };
  const found = Object.entries(answers).flatMap(([what, exchange]) => {
    const problem = problemOf(exchange.body);
    return accepted(exchange) || problem === undefined ? [] : [{ what, exchange, problem }];
  });
  t.need.that(found.length > 0, 'nothing was refused with a Problem');
  return found;
});

/** The name under which each field at fault is listed; unproven where nothing is listed at all. */
function namesIn(refused: Exchange): string[] {
  const names = (problemOf(refused.body)?.invalidParams ?? []).map(({ name }) => name);
  return present(names[0], 'the refusal names no parameter') === '' ? [] : names;
}

/** Requests that are odd and yet within the document. */
async function oddButDocumented(t: Stage): Promise<Exchange[]> {
  const { title } = t.make.body('ebook');
  const book = await t.make.draft('ebook', {
    title: `${title} – Ærøskøbing «日本語» 🏝`,
    description: 'Line one\nline two\ttabbed "quoted" <b>bold</b> & \\ back',
    category: [],
    keyword: [],
  });
  return [
    await t.ask.list({ page: 2_147_483_647, perPage: 100 }),
    await t.wire({ method: 'GET', path: '/books', query: { language: "x'; --" } }),
    await t.ask.lookUp("no such id: 100% 'quoted' 🏝"),
    await t.ask.read(book.id),
    await t.ask.update(book.id, {}),
    await t.ask.requestUploads(book.id, []),
  ];
}

export const errors = section('Problems and errors', [
  check('problem.status', {
    'repeats the status of the answer': async (t) => {
      for (const { what, exchange, problem } of await problems(t)) {
        t.expect.equal(problem.status, exchange.status, `status in the Problem of ${what}`);
      }
    },
  }),
  check('problem.instance-path', {
    'carries the path of the request': async (t) => {
      for (const { what, exchange, problem } of await problems(t)) {
        const path = exchange.request.path.split('?')[0] ?? '';
        t.expect.that(problem.instance.includes(path), {
          expected: `${path} as the instance of ${what}`,
          actual: problem.instance,
        });
      }
    },
  }),
  check('problem.param-names', {
    'names a field by its name and a query parameter by its own': async (t) => {
      const { wire } = t;
      const body = without(t.make.body('ebook'), 'title');
      const create = await wire({ method: 'POST', path: '/books', json: body });
      const list = await wire({ method: 'GET', path: '/books', query: { perPage: '101' } });
      for (const [refused, name] of [
        [create, 'title'],
        [list, 'perPage'],
      ] as const) {
        t.need.that(!accepted(refused), 'the request was not refused');
        t.expect.equal(namesIn(refused), [name], 'names of the invalid parameters');
      }
    },
    'names a field within a batch by its place and name': async (t) => {
      const { id } = await workbench(t, 'ebook');
      const { role, filename, hashSha256 } = t.make.sample('ebook_cover');
      const good = { referenceId: 'one', role, filename, hashSha256 };
      const json = [good, { ...good, referenceId: 'two', role: 'book_cover' }];
      const refused = await t.wire({ method: 'POST', path: `/books/${id}/upload`, json });
      t.need.that(!accepted(refused), 'the request was not refused');
      const names = namesIn(refused);
      t.expect.that(
        names.some((name) => /\b1\b.*role/.test(name)),
        { expected: 'the place 1 and the field role', actual: names.join(', ') },
      );
    },
  }),
  check('errors.documented-422', {
    'answers 422, not 400, to well-formed values that break a rule': async (t) => {
      const { id } = await workbench(t, 'print');
      const post = { method: 'POST', path: '/books' };
      const body = t.make.body('print');
      const answers = [
        await t.wire({ ...post, json: { ...body, isbn: '9780306406158' } }),
        await t.wire({ ...post, json: { ...body, publicationDate: '2031-13-41' } }),
        await t.ask.update(id, { isbn: '9780306406158' }),
        await t.ask.lookUp(body.externalId ?? ''),
      ];
      for (const answer of answers) {
        t.need.that(answer.status >= 400, 'the value was not refused at all');
        t.expect.that(answer.status === 422, {
          expected: `422 to ${answer.request.method} ${answer.request.path}`,
          actual: String(answer.status),
        });
      }
    },
  }),
  check('errors.no-5xx', {
    'answers odd but documented requests without failing': async (t) => {
      for (const { status, request } of await oddButDocumented(t)) {
        t.expect.that(status < 500, {
          expected: `no failure of ${request.method} ${request.path}`,
          actual: String(status),
        });
      }
    },
  }),
]);
