/** What the list can be asked for, its defaults, and what it refuses with 400 (Endpoints, Limits). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { type Exchange, meta, problemOf } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  anyBadPage,
  anyBadPageSize,
  anyBadWord,
  badFormats,
  badPages,
  badPageSizes,
  type BadQuery,
  badSorts,
  formats,
} from '../../../src/harness/values/index.ts';

const shape = { reach: 'shape', needs: ['read'] } as const;
const behaviour = { needs: ['read'] } as const;

const answering = oncePerRun(async (t) => t.need.accepted(await t.ask.list()));

async function askBadly(t: Stage, { name, value }: BadQuery): Promise<Exchange> {
  await answering(t);
  return t.wire({ method: 'GET', path: '/books', query: { [name]: value } });
}

async function expectRefused(t: Stage, bad: BadQuery): Promise<void> {
  t.expect.status(await askBadly(t, bad), 400, `for ${bad.name}=${bad.value}`);
}

async function expectAllRefused(t: Stage, list: readonly BadQuery[]): Promise<void> {
  for (const bad of list) await expectRefused(t, bad);
}

export const listBounds = section('Asking for the list', [
  check(
    'list.page',
    {
      'refuses page 0 and pages before it': async (t) => expectAllRefused(t, badPages),
      'refuses any page below 1': forAll(anyBadPage, expectRefused, { runs: 2 }),
    },
    shape,
  ),
  check(
    'list.page',
    {
      'begins with page 1 when no page is asked for': async (t) => {
        t.expect.equal(meta(await answering(t)).page, 1, 'meta.page of a plain list');
        t.expect.accepted(await t.ask.list({ page: 1 }), 'for page=1');
      },
    },
    behaviour,
  ),
  check(
    'list.per-page',
    {
      'refuses page sizes of 0, below 0 and of 101': async (t) => {
        await expectAllRefused(t, badPageSizes);
      },
      'takes page sizes of 1, 50 and 100': async (t) => {
        await answering(t);
        for (const perPage of [1, 50, 100]) {
          t.expect.accepted(await t.ask.list({ perPage }), `for perPage=${perPage}`);
        }
      },
      'refuses any page size outside 1 to 100': forAll(anyBadPageSize, expectRefused, { runs: 2 }),
    },
    shape,
  ),
  check(
    'list.per-page',
    {
      'holds 50 books a page when no size is asked for': async (t) => {
        t.expect.equal(meta(await answering(t)).perPage, 50, 'meta.perPage of a plain list');
      },
    },
    behaviour,
  ),
  check(
    'list.sort',
    {
      'takes its three sort keys and refuses others': async (t) => {
        await answering(t);
        for (const sort of ['createdAt', 'title', 'productIdentifier'] as const) {
          t.expect.accepted(await t.ask.list({ sort, perPage: 1 }), `for sort=${sort}`);
        }
        await expectAllRefused(t, badSorts);
      },
    },
    shape,
  ),
  check(
    'list.format',
    {
      'takes the three formats and refuses others': async (t) => {
        await answering(t);
        for (const format of formats) {
          t.expect.accepted(await t.ask.list({ format, perPage: 1 }), `for format=${format}`);
        }
        await expectAllRefused(t, badFormats);
      },
    },
    shape,
  ),
  check(
    'list.language',
    {
      'takes a language as a filter': async (t) => {
        await answering(t);
        t.expect.accepted(await t.ask.list({ language: 'EN', perPage: 1 }), 'for language=EN');
      },
    },
    shape,
  ),
  check(
    'list.invalid-query-400',
    {
      'names the parameter it refuses': async (t) => {
        for (const bad of [badPages, badPageSizes, badSorts, badFormats].map((all) => all[0])) {
          if (bad !== undefined) await expectNamed(t, bad);
        }
      },
      'names the parameter of any word it refuses': forAll(anyBadWord, expectNamed, { runs: 2 }),
    },
    shape,
  ),
]);

/** A bad value that is let through is for the check of its parameter to report. */
async function expectNamed(t: Stage, bad: BadQuery): Promise<void> {
  const answer = await askBadly(t, bad);
  t.need.that(answer.status >= 400, `${bad.name}=${bad.value} was let through`);
  t.expect.problem(answer, 400);
  const names = problemOf(answer.body)?.invalidParams.map(({ name }) => name) ?? [];
  // In which form a name is written is open; `/page` is `page` as a pointer.
  t.expect.that(
    names.some((name) => name.replace(/^\//u, '') === bad.name),
    { expected: `invalidParams naming ${bad.name}`, actual: names.join(', ') || 'no name at all' },
  );
}
