/** A fault: one mistake of a service, as an override of one part of the sandbox. */
import { isObject } from '../contract/json-pointer.ts';
import { requirementIds, type RequirementId } from '../contract/requirements.ts';
import type { Book } from '../sandbox/book/index.ts';
import type { Answer, Presenters } from '../sandbox/present/index.ts';
import {
  type AskedFor,
  type Call,
  type KeyedOperation,
  type Operate,
  overridden,
  type Override,
  type SandboxParts,
} from '../sandbox/parts/index.ts';
import { Refusal, type RefusalParts, type Rules } from '../sandbox/readings/index.ts';
import type { PageQuery } from '../sandbox/store/index.ts';

export interface Fault {
  /** Says in kebab case what the service does wrong. */
  readonly name: string;
  /** The requirements whose checks find it. A drift of any other requirement is a stray. */
  readonly breaks: readonly RequirementId[];
  /** Ids, and areas with their dot, in which the same mistake also shows. These drifts are not strays. */
  readonly shadows?: readonly string[];
  /** Readings of the sandbox under which it shows, if the default readings hide it. */
  readonly under?: Readonly<Record<string, string>>;
  /** One sentence that says what the service does. */
  readonly says: string;
  readonly override: (parts: SandboxParts) => Override;
}

/** Returns the faults of a table, whose keys are their names. */
export function faultsIn(table: Readonly<Record<string, Omit<Fault, 'name'>>>): readonly Fault[] {
  return Object.entries(table).map(([name, fault]) => ({ name, ...fault }));
}

/** Changes rules, given those without the fault. */
export function ruling(change: (rules: Rules) => Partial<Rules>): Fault['override'] {
  return ({ rules }) => ({ rules: change(rules) });
}

/** Returns whether a fault breaks a requirement or also shows there. */
export function accountsFor({ breaks, shadows = [] }: Fault, id: string): boolean {
  return [...breaks, ...shadows].some(
    (said) => said === id || (said.endsWith('.') && id.startsWith(said)),
  );
}

/** Changes the refusals of one requirement. */
export function refusing(
  requirement: RequirementId,
  change: (refusal: RefusalParts) => Partial<RefusalParts>,
): Fault['override'] {
  return refusingAll((refusal) => (refusal.requirement === requirement ? change(refusal) : {}));
}

/** Changes every refusal. */
export function refusingAll(
  change: (refusal: RefusalParts) => Partial<RefusalParts>,
): Fault['override'] {
  return ({ present }) => ({
    present: {
      refused: (refusal, sent) => present.refused({ ...refusal, ...change(refusal) }, sent),
    },
  });
}

/** Changes the JSON body of every refusal. */
export function rewritingRefusals(change: (body: Body) => Body): Fault['override'] {
  return ({ present }) => ({
    present: { refused: (refusal, sent) => rewritten(present.refused(refusal, sent), change) },
  });
}

/** Replaces one operation; `operate` is the correct one. */
export function replacing(
  operation: KeyedOperation,
  change: (operate: Operate, call: Call, parts: SandboxParts) => Promise<Answer>,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: (call: Call, parts: SandboxParts) => change(operations[operation], call, parts),
    },
  });
}

/** Changes the parts that one operation uses. */
export function operating(
  operation: KeyedOperation,
  change: (parts: SandboxParts, call: Call) => Override,
): Fault['override'] {
  return replacing(operation, (operate, call, parts) =>
    operate(call, overridden(parts, change(parts, call))),
  );
}

/** Changes new books just before they are stored. */
export function storing(change: (book: Book) => Book): Fault['override'] {
  return ({ store }) => ({
    store: { insertBook: (row) => store.insertBook({ ...row, book: change(row.book) }) },
  });
}

/** Changes the query of every list. */
export function listing(change: (query: PageQuery) => PageQuery): Fault['override'] {
  return ({ store }) => ({ store: { page: (query) => store.page(change(query)) } });
}

type Grants = Parameters<Presenters['granted']>[0];

/** Changes the grants that upload requests get. */
export function granting(change: (grants: Grants) => Grants): Fault['override'] {
  return ({ present }) => ({
    present: { granted: (grants) => present.granted(change(grants)) },
  });
}

/** Makes one operation refuse some requests that it should accept. */
export function refusesTo(
  operation: KeyedOperation,
  requirement: RequirementId,
  when: (call: Call, parts: SandboxParts) => boolean | Promise<boolean>,
): Fault['override'] {
  return replacing(operation, async (operate, call, parts) => {
    if (await when(call, parts)) throw unjustifiedRefusal(requirement);
    return operate(call, parts);
  });
}

/** Creates an unjustified refusal. */
export function unjustifiedRefusal(
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
export function refusedButDoneBy(
  operation: KeyedOperation,
  lenient: Partial<Rules>,
  when: (refusal: RefusalParts) => boolean = () => true,
): Fault['override'] {
  return replacing(operation, (operate, call, parts) =>
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
export function changingResponses(
  change: (answer: Answer, asked: AskedFor, parts: SandboxParts) => Answer | Promise<Answer>,
): Fault['override'] {
  return (parts) => ({
    transport: async (answer, asked) => change(await parts.transport(answer, asked), asked, parts),
  });
}

/** A JSON object without a checked shape. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns a response with its JSON body changed; unchanged if it has none. */
export function rewritten(answer: Answer, change: (body: Body) => Body): Answer {
  const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
  return isObject(body) ? { ...answer, text: JSON.stringify(change(body)) } : answer;
}

/** Returns the object at a key, or an empty one. */
export function within(body: Body, key: string): Body {
  const value = body[key];
  return isObject(value) ? value : {};
}

/** Every area with its dot, such as `publish.`, for faults so broad that they show everywhere. */
export const everyArea: readonly string[] = [
  ...new Set(requirementIds.map((id) => id.replace(/[^.]*$/, ''))),
];
