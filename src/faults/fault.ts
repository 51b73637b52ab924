/** What a fault is: one thing a service gets wrong, as an override of one part of the sandbox. */
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
  /** In kebab case, what the service does wrong. */
  readonly name: string;
  /** The requirements a check of which finds it; nothing else may complain. */
  readonly breaks: readonly RequirementId[];
  /** Ids, and areas with their dot, in which the same mistake shows as well without being theirs. */
  readonly shadows?: readonly string[];
  /** Readings of the sandbox under which it shows, where the usual ones hide it. */
  readonly under?: Readonly<Record<string, string>>;
  /** One line on what the service does. */
  readonly says: string;
  readonly override: (parts: SandboxParts) => Override;
}

/** Whether a fault says that it breaks this, or that it shows there too. */
export function accountsFor({ breaks, shadows = [] }: Fault, id: string): boolean {
  return [...breaks, ...shadows].some(
    (said) => said === id || (said.endsWith('.') && id.startsWith(said)),
  );
}

/** Refusals of one requirement, said otherwise. */
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

/** One operation that decides by other parts than all the rest. */
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

/** One operation that refuses some of what it should take. */
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

/** A refusal that nothing called for. */
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

/** What one operation refuses by these rules is refused in words, and done. */
export function doneAllTheSame(
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

/** Answers changed the moment they leave. */
export function leaving(
  change: (answer: Answer, asked: AskedFor, parts: SandboxParts) => Answer | Promise<Answer>,
): Fault['override'] {
  return (parts) => ({
    transport: async (answer, asked) => change(await parts.transport(answer, asked), asked, parts),
  });
}

/** Answers of one operation, with another body. */
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

/** A JSON object nobody vouches for. */
export type Body = Readonly<Record<string, unknown>>;

/** An answer with its JSON body changed; one without such a body is left alone. */
export function rewritten(answer: Answer, change: (body: Body) => Body): Answer {
  const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
  return isBody(body) ? { ...answer, text: JSON.stringify(change(body)) } : answer;
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key, or an empty one. */
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
