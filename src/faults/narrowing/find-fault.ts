/** Faults by name, narrowed or not. */
import { faults } from '../index.ts';
import type { Fault } from '../fault.ts';
import { narrow } from './narrow.ts';
import { operators } from './operators.ts';

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
