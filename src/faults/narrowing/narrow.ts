/** Narrowed faults: a fault that shows only where an operator applies. */
import type { KeyedOperation, Operate, SandboxParts } from '../../sandbox/parts/index.ts';
import { overridden } from '../../sandbox/parts/index.ts';
import { presentersFor } from '../../sandbox/present/index.ts';
import type { Fault } from '../fault.ts';
import { createCircumstancesReader } from './circumstances.ts';
import { isRead, type Operator } from './operators.ts';
import { spareFirstItems } from './spare-first-items.ts';

/**
 * Restricts a fault to the requests an operator applies to. The result is a fault like any other,
 * so it can be narrowed again.
 */
export function narrow(fault: Fault, operator: Operator): Fault {
  return {
    ...fault,
    name: `${fault.name}@${operator.name}`,
    says: `${fault.says} Only ${operator.says}.`,
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

/** The parts with a fault in force, and without what they remember of correct answers. */
function alter(parts: SandboxParts, fault: Fault): SandboxParts {
  const { chooseParts: _outer, ...plain } = parts;
  const inForce = { rules: plain.rules };
  // Presenters apply rules too, so they have to see the altered ones.
  const present = presentersFor(plain.readings, () => inForce.rules);
  const base = fault.override(plain).rules === undefined ? plain : { ...plain, present };
  const faulty = overridden(base, fault.override(base));
  inForce.rules = faulty.rules;
  return { ...faulty, reads: new WeakMap() };
}

/** Reads are answered twice, correctly and with the fault, and the first items taken from the former. */
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
