/** Narrowed faults: a fault that shows only if an operator applies. */
import type { KeyedOperation, Operate, SandboxParts } from '../../sandbox/parts/index.ts';
import { applyOverride } from '../../sandbox/parts/index.ts';
import { type Answer, createPresenters } from '../../sandbox/present/index.ts';
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Fault } from '../fault.ts';
import { faults } from '../index.ts';
import { createCircumstancesReader } from './circumstances.ts';
import { isRead, operators, type Operator } from './operators.ts';

/**
 * Returns the fault with this name, narrowed by each operator after an `@`.
 * @returns undefined when the fault or an operator does not exist
 */
export function findFault(name: string): Fault | undefined {
  const [base, ...narrowings] = name.split('@');
  const found = faults.find((fault) => fault.name === base);
  return narrowings.reduce<Fault | undefined>((fault, one) => {
    const operator = operators.find((known) => known.name === one);
    return fault === undefined || operator === undefined ? undefined : narrow(fault, operator);
  }, found);
}

/**
 * Returns a fault that never shows, but delays each request as much as a narrowed fault does, so
 * that overlapping requests finish in the same order with both.
 */
export function neverShowing(fault: Fault): Fault {
  return narrow(fault, { name: 'never', condition: 'never', applies: () => false });
}

/**
 * Restricts a fault to the requests an operator applies to. The result is a fault like any other,
 * so it can be narrowed again.
 */
function narrow(fault: Fault, operator: Operator): Fault {
  return {
    ...fault,
    name: `${fault.name}@${operator.name}`,
    description: `${fault.description} Only ${operator.condition}.`,
    override: () => {
      const readCircumstances = createCircumstancesReader();
      const altered = new WeakMap<SandboxParts, SandboxParts>();
      return {
        chooseParts: async (incoming, parts) => {
          const now = await readCircumstances(incoming, parts);
          if (!operator.applies(now)) return parts;
          const faulty = altered.get(parts) ?? alter(parts, fault);
          altered.set(parts, faulty);
          const chosen = (await faulty.chooseParts?.(incoming, faulty)) ?? faulty;
          return operator.sparesFirstItem === true && isRead(now.operation)
            ? answeringWithBoth(parts, chosen)
            : chosen;
        },
      };
    },
  };
}

/** Returns the parts with a fault applied, and without cached correct answers. */
function alter(parts: SandboxParts, fault: Fault): SandboxParts {
  const { chooseParts: _outer, ...plain } = parts;
  const inForce = { rules: plain.rules };
  // Presenters apply rules too, so they have to see the altered ones.
  const present = createPresenters(plain.readings, () => inForce.rules);
  const base = fault.override(plain).rules === undefined ? plain : { ...plain, present };
  const faulty = applyOverride(base, fault.override(base));
  inForce.rules = faulty.rules;
  return { ...faulty, bookAnswers: new WeakMap() };
}

/** Answers reads twice, correctly and with the fault, and takes the first items from the correct answer. */
function answeringWithBoth(plain: SandboxParts, faulty: SandboxParts): SandboxParts {
  const both = (operation: KeyedOperation): Operate => {
    return async (call) => {
      const correct = await plain.operations[operation](call, plain);
      const wrong = await faulty.operations[operation](call, faulty).catch(() => correct);
      return spareFirstItems(correct, wrong);
    };
  };
  return {
    ...plain,
    operations: {
      ...plain.operations,
      readBook: both('readBook'),
      listBooks: both('listBooks'),
      lookUpBook: both('lookUpBook'),
    },
    transport: async (answer, asked) =>
      spareFirstItems(await plain.transport(answer, asked), await faulty.transport(answer, asked)),
  };
}

/** Returns the wrong answer with correct first items; the correct one when no array has a second. */
function spareFirstItems(correct: Answer, wrong: Answer): Answer {
  if (wrong.text === correct.text || wrong.text === '' || correct.text === '') return correct;
  const [one, other] = [parse(correct.text), parse(wrong.text)];
  if (!hasSecondItem(one)) return correct;
  return { ...wrong, text: JSON.stringify(merge(one, other)) };
}

function parse(text: string): Json {
  const value: unknown = JSON.parse(text);
  return isObject(value) || isArray(value) ? value : null;
}

function hasSecondItem(value: Json): boolean {
  if (isArray(value)) return value.length > 1 || value.some(hasSecondItem);
  return isObject(value) && Object.values(value).some(hasSecondItem);
}

function merge(correct: Json | undefined, wrong: Json): Json {
  if (isArray(correct) && isArray(wrong)) {
    const [first, ...rest] = wrong;
    return first === undefined ? wrong : [correct[0] ?? first, ...rest];
  }
  if (!isObject(correct) || !isObject(wrong)) return wrong;
  return Object.fromEntries(
    Object.entries(wrong).map(([name, value]) => [name, merge(correct[name], value)]),
  );
}
