/** A fault: one mistake of a service, as an override of one part of the sandbox. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Answer } from '../sandbox/present/index.ts';
import type {
  AskedFor,
  Call,
  KeyedOperation,
  Override,
  SandboxParts,
} from '../sandbox/parts/index.ts';
import { Refusal, type RefusalParts, type Rules } from '../sandbox/readings/index.ts';

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
  return ({ present }) => ({
    present: {
      refused: (refusal, sent) =>
        present.refused(
          refusal.requirement === requirement ? { ...refusal, ...change(refusal) } : refusal,
          sent,
        ),
    },
  });
}

/** Changes the parts that one operation uses. */
export function operating(
  operation: KeyedOperation,
  change: (parts: SandboxParts, call: Call) => Override,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: (call: Call, parts: SandboxParts) =>
        operations[operation](call, { ...parts, ...merged(parts, change(parts, call)) }),
    },
  });
}

/** Makes one operation refuse some requests that it should accept. */
export function refusesTo(
  operation: KeyedOperation,
  requirement: RequirementId,
  when: (call: Call, parts: SandboxParts) => boolean | Promise<boolean>,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: async (call: Call, parts: SandboxParts) => {
        if (await when(call, parts)) throw notTaken(requirement);
        return operations[operation](call, parts);
      },
    },
  });
}

/** Creates a refusal without a requirement behind it. */
export function notTaken(requirement: RequirementId, parts: Partial<RefusalParts> = {}): Refusal {
  return new Refusal({
    status: 422,
    requirement,
    subject: 'request',
    detail: 'This is not taken.',
    invalidParams: [],
    ...parts,
  });
}

/** Makes one operation report its refusals but carry the request out. */
export function refusedButDoneBy(
  operation: KeyedOperation,
  lenient: Partial<Rules>,
  when: (refusal: RefusalParts) => boolean = () => true,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: (call: Call, parts: SandboxParts) =>
        operations[operation](call, parts).catch(async (error: unknown) => {
          if (error instanceof Refusal && when(error.parts)) {
            const forced = { ...parts, rules: { ...parts.rules, ...lenient } };
            await operations[operation](call, forced).catch(() => undefined);
          }
          throw error;
        }),
    },
  });
}

/** Changes responses just before they are sent. */
export function leaving(
  change: (answer: Answer, asked: AskedFor, parts: SandboxParts) => Answer | Promise<Answer>,
): Fault['override'] {
  return (parts) => ({
    transport: async (answer, asked) => change(await parts.transport(answer, asked), asked, parts),
  });
}

/** Changes the bodies of the responses of one operation. */
export function answering(
  operation: KeyedOperation,
  change: (body: Body) => Body,
): Fault['override'] {
  return ({ operations }) => ({
    operations: {
      [operation]: async (call: Call, parts: SandboxParts) =>
        rewritten(await operations[operation](call, parts), change),
    },
  });
}

/** A JSON object without a checked shape. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns a response with its JSON body changed; unchanged if it has none. */
export function rewritten(answer: Answer, change: (body: Body) => Body): Answer {
  const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
  return isBody(body) ? { ...answer, text: JSON.stringify(change(body)) } : answer;
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object at a key, or an empty one. */
export function within(body: Body, key: string): Body {
  const value = body[key];
  return isBody(value) ? value : {};
}

function merged(parts: SandboxParts, override: Override) {
  return {
    rules: { ...parts.rules, ...override.rules },
    store: { ...parts.store, ...override.store },
    present: { ...parts.present, ...override.present },
  };
}
