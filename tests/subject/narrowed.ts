/** The subject with faults that show only under a condition. */
import { characters, type CharacterName } from './characters.ts';
import { faults, type FaultName } from './faults.ts';
import { narrowings } from './narrowings.ts';
import { startSubject, type Subject } from './subject.ts';

const names = Object.keys(characters).filter((name): name is CharacterName => name in characters);
const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

interface Trial {
  readonly fault: FaultName;
  readonly narrowing: string;
  readonly character: CharacterName;
}

/** The sentence and requirements of a fault. */
interface Breach {
  readonly breaks: readonly string[];
  readonly shownBy?: readonly CharacterName[];
  readonly shownFrom?: number;
}

function breachOf(fault: FaultName): Breach {
  return faults[fault];
}

/** Each fault under each condition, with the characters in turn; faults that need a certain hour are left out. */
const trials = new Map<string, Trial>(
  faultNames
    .filter((fault) => breachOf(fault).shownFrom === undefined)
    .flatMap((fault, row) =>
      Object.keys(narrowings).map((narrowing, column) => {
        const able = breachOf(fault).shownBy ?? names;
        const character = able[(row + column) % able.length] ?? 'terse';
        return [`${fault}@${narrowing}`, { fault, narrowing, character }] as const;
      }),
    ),
);

/** The narrowed faults by name. */
export const narrowedFaults: Readonly<
  Record<string, { readonly says: string; readonly breaks: readonly string[] }>
> = Object.fromEntries(
  [...trials].map(([name, { fault, narrowing, character }]) => [
    name,
    { says: `${fault}, only ${narrowing}, in ${character}`, breaks: breachOf(fault).breaks },
  ]),
);

export interface NarrowedOptions {
  readonly name: string;
  /** True if the fault is active. */
  readonly faulty: boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Starts the subject with a narrowed fault. */
export async function startNarrowed(options: NarrowedOptions): Promise<Subject> {
  const { name, faulty, now, newId } = options;
  const trial = trials.get(name);
  if (trial === undefined) throw new Error(`The subject has no fault ${name}.`);
  const { fault, narrowing, character } = trial;
  const applies = narrowings[narrowing];
  return startSubject({
    character,
    now,
    newId,
    ...(faulty ? { faults: [fault] } : {}),
    ...(applies === undefined ? {} : { narrowing: applies }),
  });
}
