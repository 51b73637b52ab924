/** The subject with faults that show only under a condition. */
import { characters, type CharacterName } from './characters.ts';
import { faults, type Breach, type FaultName } from './faults.ts';
import { narrowings } from './narrowings.ts';
import { startSubject, type Subject } from './subject.ts';

const names = Object.keys(characters).filter((name): name is CharacterName => name in characters);
const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

interface Trial {
  readonly fault: FaultName;
  readonly narrowing: string;
  readonly character: CharacterName;
}

function getBreach(fault: FaultName): Breach {
  return faults[fault];
}

/** Each fault under each condition, cycling through the characters; time-dependent faults are left out. */
const trials = new Map<string, Trial>(
  faultNames
    .filter((fault) => getBreach(fault).shownFrom === undefined)
    .flatMap((fault, row) =>
      Object.keys(narrowings).map((narrowing, column) => {
        const candidates = getBreach(fault).shownBy ?? names;
        const character = candidates[(row + column) % candidates.length];
        if (character === undefined) throw new Error(`No character can show the fault ${fault}.`);
        return [`${fault}@${narrowing}`, { fault, narrowing, character }] as const;
      }),
    ),
);

/** The narrowed faults by name. */
export const narrowedFaults: Readonly<
  Record<string, { readonly description: string; readonly breaks: readonly string[] }>
> = Object.fromEntries(
  [...trials].map(([name, { fault, narrowing, character }]) => [
    name,
    {
      description: `${fault}, only ${narrowing}, in ${character}`,
      breaks: getBreach(fault).breaks,
    },
  ]),
);

export interface NarrowedOptions {
  readonly name: string;
  readonly faultActive: boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Starts the subject with a narrowed fault. */
export async function startNarrowed(options: NarrowedOptions): Promise<Subject> {
  const { name, faultActive, now, newId } = options;
  const trial = trials.get(name);
  if (trial === undefined) throw new Error(`The subject has no fault ${name}.`);
  const { fault, narrowing, character } = trial;
  const narrow = narrowings[narrowing];
  return startSubject({
    character,
    now,
    newId,
    ...(faultActive ? { faults: [fault] } : {}),
    ...(narrow === undefined ? {} : { narrowing: narrow }),
  });
}
