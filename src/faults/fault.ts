/** A fault: one mistake of a service, as an override of one part of the sandbox. */
import { isObject } from '../contract/json-pointer.ts';
import { requirementIds, type RequirementId } from '../contract/requirements.ts';
import type { Book } from '../sandbox/book/index.ts';
import type { Answer, Presenters } from '../sandbox/present/index.ts';
import {
  type RequestTarget,
  type Call,
  type KeyedOperation,
  type Operate,
  applyOverride,
  type Override,
  type SandboxParts,
} from '../sandbox/parts/index.ts';
import { Refusal, type RefusalParts, type Rules } from '../sandbox/readings/index.ts';
import type { PageQuery } from '../sandbox/store/index.ts';

export interface Fault {
  /** Says in kebab case what the service does wrong. */
  readonly name: string;
  /** The requirements that it breaks. A drift of any other requirement is a stray. */
  readonly breaks: readonly RequirementId[];
  /** Ids, and areas that end with a dot, that may drift for the same reason. These drifts are not strays. */
  readonly mayAlsoBreak?: readonly string[];
  /** The readings that the sandbox needs for the fault to show, if the default readings hide it. */
  readonly readings?: Readonly<Record<string, string>>;
  /** One sentence that says what the service does. */
  readonly description: string;
  readonly override: (parts: SandboxParts) => Override;
}

/** Names each fault of a table after its key. */
export function nameFaults(table: Readonly<Record<string, Omit<Fault, 'name'>>>): readonly Fault[] {
  return Object.entries(table).map(([name, fault]) => ({ name, ...fault }));
}

/** Changes rules, given those without the fault. */
export function overrideRules(change: (rules: Rules) => Partial<Rules>): Fault['override'] {
  return ({ rules }) => ({ rules: change(rules) });
}

/** Returns whether a fault explains a drift of a requirement. */
export function explainsDrift({ breaks, mayAlsoBreak = [] }: Fault, id: string): boolean {
  return [...breaks, ...mayAlsoBreak].some(
    (prefix) => prefix === id || (prefix.endsWith('.') && id.startsWith(prefix)),
  );
}

/** Changes the refusals of one requirement. */
export function changeRefusalsOf(
  requirement: RequirementId,
  change: (refusal: RefusalParts) => Partial<RefusalParts>,
): Fault['override'] {
  return changeAllRefusals((refusal) =>
    refusal.requirement === requirement ? change(refusal) : {},
  );
}

/** Changes every refusal. */
export function changeAllRefusals(
  change: (refusal: RefusalParts) => Partial<RefusalParts>,
): Fault['override'] {
  return ({ present }) => ({
    present: {
      refused: (refusal, sent) => present.refused({ ...refusal, ...change(refusal) }, sent),
    },
  });
}

/** Changes the JSON body of every refusal. */
export function rewriteRefusalBodies(change: (body: Body) => Body): Fault['override'] {
  return ({ present }) => ({
    present: { refused: (refusal, sent) => rewriteBody(present.refused(refusal, sent), change) },
  });
}

/** Replaces one operation; `operate` is the correct one. */
export function replaceOperation(
  operation: KeyedOperation,
  change: (operate: Operate, call: Call, parts: SandboxParts) => Promise<Answer>,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: (call: Call, parts: SandboxParts) => change(operations[operation], call, parts),
    },
  });
}

/** Overrides parts of the sandbox within one operation only. */
export function overrideWithin(
  operation: KeyedOperation,
  change: (parts: SandboxParts, call: Call) => Override,
): Fault['override'] {
  return replaceOperation(operation, (operate, call, parts) =>
    operate(call, applyOverride(parts, change(parts, call))),
  );
}

/** Changes new books just before they are stored. */
export function changeNewBooks(change: (book: Book) => Book): Fault['override'] {
  return ({ store }) => ({
    store: { insertBook: (row) => store.insertBook({ ...row, book: change(row.book) }) },
  });
}

/** Changes the query of every list. */
export function changeListQuery(change: (query: PageQuery) => PageQuery): Fault['override'] {
  return ({ store }) => ({ store: { readPage: (query) => store.readPage(change(query)) } });
}

type Grants = Parameters<Presenters['granted']>[0];

/** Changes the grants that upload requests get. */
export function changeGrants(change: (grants: Grants) => Grants): Fault['override'] {
  return ({ present }) => ({
    present: { granted: (grants) => present.granted(change(grants)) },
  });
}

/** Makes one operation refuse some requests that it should accept. */
export function refuseWhen(
  operation: KeyedOperation,
  requirement: RequirementId,
  when: (call: Call, parts: SandboxParts) => boolean | Promise<boolean>,
): Fault['override'] {
  return replaceOperation(operation, async (operate, call, parts) => {
    if (await when(call, parts)) throw createUnjustifiedRefusal(requirement);
    return operate(call, parts);
  });
}

/** Creates an unjustified refusal. */
export function createUnjustifiedRefusal(
  requirement: RequirementId,
  parts: Partial<RefusalParts> = {},
): Refusal {
  return new Refusal({
    status: 422,
    requirement,
    detail: 'This value is not accepted.',
    ...parts,
  });
}

/** Makes one operation report its refusals but carry the request out. */
export function carryOutDespiteRefusal(
  operation: KeyedOperation,
  lenient: Partial<Rules>,
  when: (refusal: RefusalParts) => boolean = () => true,
): Fault['override'] {
  return replaceOperation(operation, (operate, call, parts) =>
    operate(call, parts).catch(async (error: unknown) => {
      if (error instanceof Refusal && when(error.parts)) {
        const forced = { ...parts, rules: { ...parts.rules, ...lenient } };
        await operate(call, forced).catch(() => undefined);
      }
      throw error;
    }),
  );
}

/** Changes responses just before they are sent. */
export function changeResponses(
  change: (answer: Answer, request: RequestTarget, parts: SandboxParts) => Answer | Promise<Answer>,
): Fault['override'] {
  return (parts) => ({
    transport: async (answer, request) =>
      change(await parts.transport(answer, request), request, parts),
  });
}

/** A JSON object without a checked shape. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns a response with its JSON body changed; unchanged if it has none. */
export function rewriteBody(answer: Answer, change: (body: Body) => Body): Answer {
  const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
  return isObject(body) ? { ...answer, text: JSON.stringify(change(body)) } : answer;
}

/** Returns the object at a key, or an empty one. */
export function objectAt(body: Body, key: string): Body {
  const value = body[key];
  return isObject(value) ? value : {};
}

/** Every area, such as `publish.`, for faults that may show anywhere. */
export const allAreas: readonly string[] = [
  ...new Set(requirementIds.map((id) => id.replace(/[^.]*$/, ''))),
];
