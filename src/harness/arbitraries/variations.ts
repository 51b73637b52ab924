/**
 * Lists and draws the requests that differ from a valid one in a single place. The values come from the judged contract
 * and from the package's own: so a value that one of them refuses and the other accepts is always among them.
 */
import fc from 'fast-check';
import type { OperationId, Parameter } from '../../contract/operations.ts';
import { getBodySchema, readRequestParameter, readValue } from '../../contract/requests/index.ts';
import type { Path } from '../../contract/schema-nodes.ts';
import type { Contract } from '../../contract/spec.ts';
import type { ValueKind } from './candidate.ts';
import {
  type Contracts,
  getContracts,
  listEdits,
  listOtherWords,
  listPropertyNames,
  type Place,
} from './edits.ts';
import { createExample } from './everyday.ts';
import { isOpenTogether } from './open-together.ts';
import { describeValues } from './texts.ts';
import {
  classifyEdit,
  type Edit,
  getClass,
  isNearestMistake,
  type Readers,
  type RequestContext,
  type Variation,
} from './value-kinds.ts';

interface BodyOptions extends RequestContext {
  /** Returns whether a property of the body is to be varied; all are by default. */
  readonly isVaried?: (name: string) => boolean;
  readonly contracts?: Contracts;
}

interface DrawOptions extends BodyOptions {
  readonly kinds: readonly ValueKind[];
}

/** Returns the variations of a JSON body, each value of a place once. */
export function listBodyVariations(
  operation: OperationId,
  body: unknown,
  options: BodyOptions = {},
): readonly Variation[] {
  const { edits, readers } = prepareBody(operation, body, options);
  return listVariations(edits, readers);
}

/**
 * Draws a variation of a JSON body. Each class of values is as likely as any other, but half of the mistakes are of the
 * classes nearest to an accepted value.
 * @throws Error if the body has no variation of these kinds
 */
export function drawVariation(
  operation: OperationId,
  body: unknown,
  options: DrawOptions,
): fc.Arbitrary<Variation> {
  const { edits, readers } = prepareBody(operation, body, options);
  return drawEdit(edits, readers, options.kinds);
}

/** Draws one variation of these kinds from each class. Classes that differ only in a number count as one. */
export function drawOfEachClass(
  operation: OperationId,
  body: unknown,
  options: DrawOptions,
): fc.Arbitrary<readonly Variation[]> {
  const classes = new Map<string, Variation[]>();
  for (const variation of listBodyVariations(operation, body, options)) {
    const isWanted = options.kinds.includes(variation.kind) && variation.reasons !== 'several';
    const name = variation.className.replaceAll(/\d+/g, '0');
    if (isWanted) classes.set(name, [...(classes.get(name) ?? []), variation]);
  }
  const members = [...classes.values()].map((variations) => fc.constantFrom(...variations));
  // Each step of a shrink would send a request for every class again.
  return fc.noShrink(fc.tuple(...members));
}

function prepareBody(operation: OperationId, body: unknown, options: BodyOptions): Prepared {
  const { isVaried = () => true, contracts = getContracts(), today } = options;
  const { judged, own } = contracts;
  const getPointer = (contract: Contract) => getBodySchema(contract.operations[operation]);
  const root: Place = {
    path: [],
    root: body,
    pointers: { judged: getPointer(judged), own: getPointer(own) },
    words: listOtherWords(judged),
    isVaried,
    today,
  };
  const readers = {
    judged: createBodyReader(judged, root.pointers.judged, body),
    own: judged === own ? ('same' as const) : createBodyReader(own, root.pointers.own, body),
    base: body,
    isOpenTogether: (value: unknown, path: Path) =>
      isOpenTogether({ operation, value, path }, options),
  };
  return { edits: listEdits(root, contracts), readers };
}

interface Prepared {
  readonly edits: readonly Edit[];
  readonly readers: Readers;
}

/** @param base a body, of which the values to read differ in one place */
function createBodyReader(
  contract: Contract,
  pointer: string | undefined,
  base: unknown,
): Readers['judged'] {
  if (pointer === undefined) return () => ({ violations: [], openValues: [], unlistedMembers: [] });
  const start = { pointer, name: '', requirements: [], violationStatuses: [] };
  const { violations, unlistedMembers } = readValue(contract, { ...start, value: base });
  // Everything else is as in the base. If that has a mistake, every value has it.
  const isSound = violations.length === 0 && unlistedMembers.length === 0;
  return (value, path) => readValue(contract, { ...start, value, ...(isSound && { path }) });
}

function listVariations(edits: readonly Edit[], readers: Readers): readonly Variation[] {
  const seenEdits = new Set<string>();
  return edits.flatMap((edit) => {
    const text = `${edit.path.join('.')} ${JSON.stringify(edit.part) ?? ''}`;
    if (seenEdits.has(text)) return [];
    seenEdits.add(text);
    return [classifyEdit(edit, readers)];
  });
}

/** Returns the texts to try for a query parameter of the list. */
export function listParameterVariations(
  name: string,
  contracts = getContracts(),
): readonly Variation[] {
  const { edits, readers } = prepareParameter(name, contracts);
  return listVariations(edits, readers);
}

function prepareParameter(name: string, contracts: Contracts): Prepared {
  const find = (contract: Contract): Parameter | undefined =>
    contract.operations.listBooks.parameters.find((parameter) => parameter.name === name);
  const [judged, own] = [find(contracts.judged), find(contracts.own)];
  if (judged === undefined) throw new Error(`The contract has no list parameter ${name}.`);
  const root = createExample({ contract: contracts.judged, pointer: judged.schema });
  const pointers = { judged: judged.schema, own: own?.schema };
  const words = [...listOtherWords(contracts.judged), ...listPropertyNames(contracts.judged)];
  const edits = listEdits({ path: [], root, pointers, words }, contracts)
    .filter(({ part }) => ['string', 'number', 'boolean'].includes(typeof part))
    .map((edit) => ({ ...edit, part: String(edit.part) }));
  const readBy = (contract: Contract, parameter: Parameter) => (value: unknown) =>
    readRequestParameter(contract, parameter, String(value));
  return {
    edits: [{ path: [], root, rule: 'an example', part: String(root) }, ...edits],
    readers: {
      judged: readBy(contracts.judged, judged),
      own: contracts.judged === contracts.own ? 'same' : own && readBy(contracts.own, own),
      base: root,
      // A page beyond the last one is open, and the number of pages is not known here.
      isOpenTogether: (value) => name === 'page' && Number(value) > 1,
    },
  };
}

const triesPerClass = 2;

/** Draws an edit of these kinds that nothing else of the request may hide. Edits are classified only until one fits. */
function drawEdit(
  edits: readonly Edit[],
  readers: Readers,
  kinds: readonly ValueKind[],
): fc.Arbitrary<Variation> {
  const classes = groupByClass(edits);
  const values = fc
    .tuple(fc.nat({ max: 9999 }), fc.nat({ max: 9999 }), fc.boolean())
    .map(([order, turn, prefersNearest]) => {
      const shuffled = shuffle(classes, order);
      const nearest = shuffled.filter(([name]) => prefersNearest && isNearestMistake(name));
      // Nearly all values of a class have the same kind, so a few of them show whether it is a wanted one.
      for (const tries of [triesPerClass, edits.length]) {
        for (const [, members] of [...nearest, ...shuffled]) {
          for (const edit of rotate(members, turn % members.length).slice(0, tries)) {
            const variation = classifyEdit(edit, readers);
            if (kinds.includes(variation.kind) && variation.reasons !== 'several') return variation;
          }
        }
      }
      throw new Error(`No value of this request is ${kinds.join(' or ')}.`);
    });
  return describeValues(values, ({ className, kind }) => `${className} (${kind})`);
}

function groupByClass(edits: readonly Edit[]): readonly (readonly [string, readonly Edit[]])[] {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    const group = groups.get(getClass(edit));
    if (group === undefined) groups.set(getClass(edit), [edit]);
    else group.push(edit);
  }
  return [...groups];
}

function rotate<T>(items: readonly T[], start: number): readonly T[] {
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Returns the items in an order that depends on a number, so that no class stands in for the unwanted ones before it. */
function shuffle<T>(items: readonly T[], order: number): readonly T[] {
  const rank = (index: number): number => ((index + 1) * (order + 1) * 7919) % 10_007;
  return items
    .map((item, index) => ({ item, rank: rank(index) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
