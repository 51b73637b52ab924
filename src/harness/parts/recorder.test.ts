/** Tests which parts of the contract count as checked after hand-made exchanges. */
import { expect, test } from 'vitest';
import {
  parseContract,
  readOwnContract,
  withContract,
  type Contract,
} from '../../contract/spec.ts';
import { createWorld, observe } from '../../monitor/index.ts';
import {
  buildBook,
  buildExchange,
  buildListItem,
  buildPage,
  createBody,
  type UnnumberedExchange,
} from '../../../tests/support/monitor/histories.ts';
import { createCoverageRecorder } from './index.ts';

const problem = (name: string) => ({
  title: 'Bad Request',
  status: 400,
  invalidParams: [{ name, reason: 'is not valid' }],
});

/** Returns the parts that a history does not check, as `name: reason`. */
async function listUnproven(
  history: readonly UnnumberedExchange[],
  contract: Contract = readOwnContract(),
): Promise<string[]> {
  return withContract(contract, async () => {
    const recorder = createCoverageRecorder(contract);
    let world = createWorld({ startsEmpty: true });
    for (const [index, exchange] of history.entries()) {
      const observed = { ...exchange, number: index + 1 };
      const result = observe(world, observed);
      world = result.world;
      recorder.record(observed, result.request);
    }
    const { parts, checked, unproven } = recorder.coverage();
    expect(checked + unproven.length).toBe(parts);
    return Promise.resolve(unproven.map(({ part, reason }) => `${part}: ${reason}`));
  });
}

function list(query: string, status = 200): UnnumberedExchange {
  const body = status === 200 ? buildPage([]) : problem(query.split('=')[0] ?? '');
  return buildExchange('GET', `/books?${query}`, { status, body });
}

const listPart = 'GET /books, query parameter';
const maximum = `${listPart} perPage: maximum 100`;

test('names every part with its reason if nothing was judged', async () => {
  const unproven = await listUnproven([]);
  expect(unproven).toContain('GET /books: no check calls this operation');
  expect(unproven).toContain(`${listPart} sort: no check sends this parameter`);
  expect(unproven).toContain(
    'GET /books/{bookPublicId}: status 404: no response showed this status',
  );
  expect(unproven).toContain(`${maximum}: no request at the maximum had to be accepted`);
});

test('checks a maximum by the bound itself and the next value beyond it', async () => {
  const beyond = `${maximum}: no request just beyond the maximum was judged`;
  expect(await listUnproven([list('perPage=100'), list('perPage=150', 400)])).toContain(beyond);
  const atBound = `${maximum}: no request at the maximum had to be accepted`;
  expect(await listUnproven([list('perPage=99'), list('perPage=101', 400)])).toContain(atBound);
  const unproven = await listUnproven([list('perPage=100'), list('perPage=101', 400)]);
  expect(unproven.filter((part) => part.startsWith(maximum))).toEqual([]);
});

test('names a filter that the run sends, and that the monitor does not know', async () => {
  const parameter = '        - { name: author, in: query, schema: { type: string } }\n';
  const { source } = readOwnContract();
  const contract = parseContract(
    source.replace('        - name: perPage\n', `${parameter}        - name: perPage\n`),
  );
  const unproven = await listUnproven([list('author=Ines&format=ebook')], contract);
  const names = ['author', 'format'].map((name) => `${listPart} ${name}: `);
  expect(unproven.filter((part) => names.some((name) => part.startsWith(name)))).toEqual([
    `${listPart} author: no check knows what this parameter does`,
  ]);
});

test('does not take a request with two mistakes, or without a key, for a check of a constraint', async () => {
  const sort = `${listPart} sort: no value but createdAt, title, productIdentifier`;
  const twoMistakes = list('sort=size&perPage=101', 400);
  expect((await listUnproven([twoMistakes])).some((part) => part.startsWith(sort))).toBe(true);
  const wrongKey = { ...list('sort=size', 401) };
  const withWrongKey = { ...wrongKey, request: { ...wrongKey.request, key: 'wrong' as const } };
  expect((await listUnproven([withWrongKey])).some((part) => part.startsWith(sort))).toBe(true);
  expect((await listUnproven([list('sort=size', 400)])).some((part) => part.startsWith(sort))).toBe(
    false,
  );
});

test('checks a default by a request without the parameter, and each value of an enum by itself', async () => {
  const unproven = await listUnproven([list('sort=title')]);
  expect(unproven).toContain(
    `${listPart} sort: default "createdAt": no request without the parameter was judged`,
  );
  expect(unproven).toContain(
    `${listPart} sort: value createdAt: no request with this value had to be accepted`,
  );
  expect(unproven.some((part) => part.startsWith(`${listPart} sort: value title`))).toBe(false);
  expect(unproven.some((part) => part.includes('perPage: default'))).toBe(false);
});

test('checks required properties, types and properties of a body', async () => {
  const { title: _title, ...withoutTitle } = createBody;
  const create = (json: unknown, status: number, body: unknown) =>
    buildExchange('POST', '/books', { json, status, body });
  const unproven = await listUnproven([
    create(createBody, 201, buildBook()),
    create(withoutTitle, 400, problem('title')),
    create({ ...createBody, description: 5 }, 400, problem('description')),
  ]);
  const remaining = unproven.filter((part) => part.startsWith('POST /books, property'));
  expect(remaining.some((part) => part.includes('property title: required'))).toBe(false);
  expect(remaining.some((part) => part.includes('property description: type'))).toBe(false);
  expect(remaining).toContain(
    'POST /books, property title: type string: no request that violates only this had to be refused',
  );
  expect(remaining).toContain('POST /books, property subtitle: no check sends this property');
});

test('checks responses by what they show: properties, types, null and absence', async () => {
  const item = buildListItem({ productIdentifier: '9780306406157' });
  const page = buildExchange('GET', '/books', { status: 200, body: buildPage([item]) });
  const unproven = await listUnproven([page]);
  const remaining = unproven.filter((part) => part.startsWith('Book in a list'));
  expect(remaining).toContain(
    'Book in a list, property attributes.subtitle: type string: no response showed such a value',
  );
  expect(remaining).toContain(
    'Book in a list, property attributes.productIdentifier: may be null: no response showed null',
  );
  expect(remaining.some((part) => part.includes('attributes.authors'))).toBe(false);
});

test('checks a value that a revision no longer permits by sending it', async () => {
  const source = readOwnContract().source.replace(
    'enum: [createdAt, title, productIdentifier]',
    'enum: [createdAt, title]',
  );
  const revision = parseContract(source);
  const part = `${listPart} sort: value productIdentifier, no longer permitted`;
  const isUnproven = async (query: string): Promise<boolean> =>
    (await listUnproven([list(query, 400)], revision)).some((name) => name.startsWith(part));
  expect(await isUnproven('sort=size')).toBe(true);
  expect(await isUnproven('sort=productIdentifier')).toBe(false);
});
