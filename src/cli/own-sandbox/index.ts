/** The faults and readings of our own sandbox by the names people type, or as a run observed them. */
import { readingsOf, requirement } from '../../contract/requirements.ts';
import { faults, type Fault } from '../../faults/index.ts';
import { findFault, operators } from '../../faults/narrowing/index.ts';
import { selectLatestAnswers, type Observations } from '../../report/baseline/index.ts';
import { settableIds } from '../../sandbox/readings/index.ts';
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
      `There is no fault "${name}".${suggest(name, known)} bookdist sandbox --list-faults prints them all, with the operators for fault@operator.`,
    );
  });
}

/** Lists every fault with its description and the requirements it breaks. */
export function faultListing(): string {
  const lines = faults.flatMap(({ name, description, breaks }) => [
    name,
    `    ${description}`,
    `    breaks ${breaks.join(', ')}`,
  ]);
  const narrowed = operators.map(({ name, condition }) => `    ${name}: only ${condition}`);
  return `${[...lines, 'fault@operator, with one of these operators:', ...narrowed].join('\n')}\n`;
}

/** Parses `silence=reading` texts; throws WrongUsage for an unknown silence or reading. */
export function parseReadings(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(written.map(pairOf));
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new WrongUsage(
      `--reading takes silence=reading, such as create.response=walkthrough, not "${text}".`,
    );
  }
  const [typed, reading] = [text.slice(0, at), text.slice(at + 1)];
  const silence = settableIds.find((id) => id === typed);
  if (silence === undefined) {
    throw new WrongUsage(
      `The sandbox has no setting "${typed}".${suggest(typed, settableIds)} bookdist sandbox --list-readings prints them all.`,
    );
  }
  const known = readingsOf(silence);
  if (known.includes(reading)) return [silence, reading];
  throw new WrongUsage(
    `${silence} can be read as ${known.join(' or ')}, not "${reading}".${suggest(reading, known)}`,
  );
}

/** Lists every silence of the sandbox with its readings, the default first. */
export function readingListing(): string {
  const lines = settableIds.flatMap((id) => {
    const [usual = '', ...others] = readingsOf(id);
    return [
      id,
      `    ${requirement(id).says}`,
      `    ${[`${usual} (default)`, ...others].join(' | ')}`,
    ];
  });
  return `${lines.join('\n')}\n`;
}

export interface ObservedReadings {
  readonly readings: Readonly<Record<string, string>>;
  /** Answers for which the sandbox has no setting, one line each. */
  readonly unlike: readonly string[];
}

/** Uses the answers of the last run that has any. A silence with several answers gets no reading. */
export function readingsObserved({ silences }: Observations): ObservedReadings {
  const readings: Record<string, string> = {};
  const unlike: string[] = [];
  for (const id of settableIds) {
    const answers = [
      ...new Set(selectLatestAnswers(silences[id] ?? []).map(({ answer }) => answer)),
    ];
    const [only, other] = answers;
    if (only === undefined) continue;
    if (other === undefined && readingsOf(id).includes(only)) readings[id] = only;
    else unlike.push(`${id} was answered ${answers.join(' and ')}`);
  }
  return { readings, unlike };
}
