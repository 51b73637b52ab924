/** The subject with faults that show only under a condition. */
import { characters, type CharacterName } from './characters.ts';
import { faults, type SubjectFault, type FaultName } from './faults.ts';
import { narrowings } from './narrowings.ts';
import { startSubject, type Subject } from './subject.ts';

const names = Object.keys(characters).filter((name): name is CharacterName => name in characters);
const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

interface NarrowedFault {
  readonly fault: FaultName;
  /** The name of its condition. */
  readonly narrowing: string;
  readonly character: CharacterName;
}

function getFault(fault: FaultName): SubjectFault {
  return faults[fault];
}

/**
 * Each fault under each condition, cycling through the characters that can show it.
 * Faults that can be seen only from a certain hour on are left out.
 */
const narrowedFaultsByName = new Map<string, NarrowedFault>(
  faultNames
    .filter((fault) => getFault(fault).visibleFromHour === undefined)
    .flatMap((fault, row) =>
      Object.keys(narrowings).map((narrowing, column) => {
        const candidates = getFault(fault).visibleIn ?? names;
        const character = candidates[(row + column) % candidates.length];
        if (character === undefined) throw new Error(`No character can show the fault ${fault}.`);
        return [`${fault}@${narrowing}`, { fault, narrowing, character }] as const;
      }),
    ),
);

export const narrowedFaults: Readonly<
  Record<string, { readonly description: string; readonly breaks: readonly string[] }>
> = Object.fromEntries(
  [...narrowedFaultsByName].map(([name, { fault, narrowing, character }]) => [
    name,
    {
      description: `${fault}, only ${narrowing}, in ${character}`,
      breaks: getFault(fault).breaks,
    },
  ]),
);

export interface NarrowedOptions {
  readonly name: string;
  /** False to start the same subject without its fault, for comparison. */
  readonly faultActive: boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Starts the subject that can have a narrowed fault. */
export async function startNarrowed(options: NarrowedOptions): Promise<Subject> {
  const { name, faultActive, now, newId } = options;
  const narrowedFault = narrowedFaultsByName.get(name);
  if (narrowedFault === undefined) throw new Error(`The subject has no fault ${name}.`);
  const { fault, narrowing, character } = narrowedFault;
  const faultCondition = narrowings[narrowing];
  return startSubject({
    character,
    now,
    newId,
    faults: faultActive ? [fault] : [],
    ...(faultCondition === undefined ? {} : { faultCondition }),
  });
}
