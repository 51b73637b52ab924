/** Faults by the names people type. */
import { faults, type Fault } from '../../faults/index.ts';
import { suggest, WrongUsage } from '../shell/index.ts';

/** The faults of these names, each once; throws WrongUsage for a name there is not. */
export function findFaults(names: readonly string[]): Fault[] {
  return [...new Set(names)].map((name) => {
    const found = faults.find((fault) => fault.name === name);
    if (found !== undefined) return found;
    const known = faults.map((fault) => fault.name);
    throw new WrongUsage(
      `There is no fault "${name}".${suggest(name, known)} bookdist sandbox --list-faults names them all.`,
    );
  });
}

/** Every fault with what it does and the requirements it breaks, for a person to choose from. */
export function faultListing(): string {
  const lines = faults.flatMap(({ name, says, breaks }) => [
    name,
    `    ${says}`,
    `    breaks ${breaks.join(', ')}`,
  ]);
  return `${lines.join('\n')}\n`;
}
