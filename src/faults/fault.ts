/** Defines a fault, which is one mistake of a service, and builds the overrides of which faults consist. */
import { isObject } from '../contract/json-pointer.ts';
import { requirementIds, type RequirementId } from '../contract/requirements.ts';
import type { Book } from '../sandbox/book/index.ts';
import type { SandboxResponse, Presenters } from '../sandbox/present/index.ts';
import {
  type RequestTarget,
  type Call,
  type KeyedOperation,
  type Operate,
  applyOverride,
  type Override,
  type Parts,
} from '../sandbox/replaceable-parts/index.ts';
import { Refusal, type RefusalParts, type Rules } from '../sandbox/readings/index.ts';
import type { PageQuery } from '../sandbox/store/index.ts';

export interface Fault {
  /** Says in kebab case what the service does wrong. */
  readonly name: string;
  /** The requirements that the fault breaks. A drift of any other requirement is a stray. */
  readonly breaks: readonly RequirementId[];
  /** Other ids, and areas such as `publish.`, in which the same mistake may also show. Drifts there are not strays. */
  readonly mayAlsoBreak?: readonly string[];
  /** The readings under which the fault shows, if the default readings hide it. */
  readonly readings?: Readonly<Record<string, string>>;
  /** One sentence that says what the service does. */
  readonly description: string;
  /** Returns the faulty parts, given the correct parts. */
  readonly override: (parts: Parts) => Override;
}

/** Returns the faults of a table. The key of each is its name. */
export function nameFaults(table: Readonly<Record<string, Omit<Fault, 'name'>>>): readonly Fault[] {
  return Object.entries(table).map(([name, fault]) => ({ name, ...fault }));
}

/** Replaces rules. `change` gets the correct rules and returns the faulty ones. */
export function changeRules(change: (rules: Rules) => Partial<Rules>): Fault['override'] {
  return ({ rules }) => ({ rules: change(rules) });
}

/** Returns whether a fault explains a drift of a requirement. */
export function explainsDrift({ breaks, mayAlsoBreak = [] }: Fault, id: string): boolean {
  return [...breaks, ...mayAlsoBreak].some(
    (prefix) => prefix === id || (prefix.endsWith('.') && id.startsWith(prefix)),
  );
}

type ChangeRefusal = (refusal: RefusalParts) => Partial<RefusalParts>;

/** Changes the refusals of one requirement. */
export function changeRefusals(id: RequirementId, change: ChangeRefusal): Fault['override'] {
  return changeAllRefusals((refusal) => (refusal.requirement === id ? change(refusal) : {}));
}

/** Changes every refusal. */
export function changeAllRefusals(change: ChangeRefusal): Fault['override'] {
  return ({ present }) => ({
    present: {
      refusal: (refusal, request) => present.refusal({ ...refusal, ...change(refusal) }, request),
    },
  });
}

/** Changes the JSON body of every refusal. */
export function rewriteRefusalBodies(change: (body: Body) => Body): Fault['override'] {
  return ({ present }) => ({
    present: {
      refusal: (refusal, request) => rewriteBody(present.refusal(refusal, request), change),
    },
  });
}

/** Replaces one operation. `change` gets the correct operation as `operate`. */
export function changeOperation(
  operation: KeyedOperation,
  change: (operate: Operate, call: Call, parts: Parts) => Promise<SandboxResponse>,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: (call: Call, parts: Parts) => change(operations[operation], call, parts),
    },
  });
}

/** Overrides parts of the sandbox within one operation only. */
export function within(
  operation: KeyedOperation,
  change: (parts: Parts, call: Call) => Override,
): Fault['override'] {
  return changeOperation(operation, (operate, call, parts) =>
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

type Grants = Parameters<Presenters['grants']>[0];

/** Changes the grants that upload requests get. */
export function changeGrants(change: (grants: Grants) => Grants): Fault['override'] {
  return ({ present }) => ({
    present: { grants: (grants) => present.grants(change(grants)) },
  });
}

/** Makes one operation refuse requests that match, although it should accept them. */
export function refuseWhen(
  operation: KeyedOperation,
  requirement: RequirementId,
  matches: (call: Call, parts: Parts) => boolean | Promise<boolean>,
): Fault['override'] {
  return changeOperation(operation, async (operate, call, parts) => {
    if (await matches(call, parts)) throw createWrongRefusal(requirement);
    return operate(call, parts);
  });
}

/** Creates a refusal that a correct service would not send. Its status is 422 unless `parts` names another. */
export function createWrongRefusal(
  requirement: RequirementId,
  parts: Partial<RefusalParts> = {},
): Refusal {
  const detail = 'This value is not accepted.';
  return new Refusal({ status: 422, requirement, detail, ...parts });
}

/**
 * Makes one operation carry out requests that it refuses. The refusal is still sent.
 * @param lenientRules the rules that let the request through
 * @param matches returns whether a refused request is carried out
 */
export function carryOutAnyway(
  operation: KeyedOperation,
  lenientRules: Partial<Rules>,
  matches: (refusal: RefusalParts) => boolean = () => true,
): Fault['override'] {
  return changeOperation(operation, (operate, call, parts) =>
    operate(call, parts).catch(async (error: unknown) => {
      if (error instanceof Refusal && matches(error.parts)) {
        const lenientParts = { ...parts, rules: { ...parts.rules, ...lenientRules } };
        // The request may be refused for a second reason, which the lenient rules do not cover.
        await operate(call, lenientParts).catch(() => undefined);
      }
      throw error;
    }),
  );
}

/** Changes responses just before they are sent. */
export function changeResponses(
  change: (
    response: SandboxResponse,
    request: RequestTarget,
    parts: Parts,
  ) => SandboxResponse | Promise<SandboxResponse>,
): Fault['override'] {
  return (parts) => ({
    transport: async (response, request) =>
      change(await parts.transport(response, request), request, parts),
  });
}

/** A JSON object whose properties were not checked. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns the response with its JSON object changed. A response without a JSON object stays as it is. */
export function rewriteBody(response: SandboxResponse, change: (body: Body) => Body) {
  const body: unknown = response.text === '' ? undefined : JSON.parse(response.text);
  return isObject(body) ? { ...response, text: JSON.stringify(change(body)) } : response;
}

/** Returns the object at a key, or an empty object. */
export function objectAt(body: Body, key: string): Body {
  const value = body[key];
  return isObject(value) ? value : {};
}

/** The key of the first account of a sandbox that is given no keys. */
export const defaultKey = 'sandbox-key';

/** Every area, such as `publish.`, for faults that may show anywhere. */
export const allAreas: readonly string[] = [
  ...new Set(requirementIds.map((id) => id.replace(/[^.]*$/, ''))),
];
