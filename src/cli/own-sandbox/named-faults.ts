/** Faults by the names people type. */
import { faults, type Fault } from '../../faults/index.ts';
import { findFault, operators } from '../../faults/narrowing/index.ts';
import { suggest, WrongUsage } from '../shell/index.ts';

/**
 * Returns the faults with these names, each once. `fault@operator` is a narrowed fault.
 * @throws WrongUsage for an unknown name
 */
export function findFaults(names: readonly string[]): Fault[] {
  return [...new Set(names)].map((name) => {
    const found = findFault(name);
    if (found !== undefined) return found;
    const known = faults.map((fault) => fault.name);
    throw new WrongUsage(
      `There is no fault "${name}".${suggest(name, known)} bookdist sandbox --list-faults names them all, with the operators for fault@operator.`,
    );
  });
}

/** Lists every fault with its description and the requirements it breaks. */
export function faultListing(): string {
  const lines = faults.flatMap(({ name, says, breaks }) => [
    name,
    `    ${says}`,
    `    breaks ${breaks.join(', ')}`,
  ]);
  const narrowed = operators.map(({ name, says }) => `    ${name}: only ${says}`);
  return `${[...lines, 'fault@operator, where the operator is one of', ...narrowed].join('\n')}\n`;
}
