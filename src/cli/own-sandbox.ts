/** Finds the faults and readings of our own sandbox by name or from observed answers, and lists them. */
import { listReadings, requirement } from '../contract/requirements.ts';
import { faults, type Fault } from '../faults/index.ts';
import { findFault, operators } from '../faults/narrowing/index.ts';
import { selectLatestAnswers, type Observations } from '../report/baseline/index.ts';
import { settableIds } from '../sandbox/readings/index.ts';
import { suggest, WrongUsage } from './shell/index.ts';

/**
 * Returns the faults with these names, each once. `fault@operator` is a narrowed fault.
 * @throws WrongUsage for an unknown name
 */
export function findFaults(names: readonly string[]): Fault[] {
  return [...new Set(names)].map((name) => {
    const fault = findFault(name);
    if (fault !== undefined) return fault;
    const knownNames = faults.map((candidate) => candidate.name);
    throw new WrongUsage(
      `There is no fault "${name}".${suggest(name, knownNames)} bookdist sandbox --list-faults prints them all, with the operators for fault@operator.`,
    );
  });
}

export function formatFaultList(): string {
  const lines = faults.flatMap(({ name, description, breaks }) => [
    name,
    `    ${description}`,
    `    breaks ${breaks.join(', ')}`,
  ]);
  const operatorLines = operators.map(({ name, condition }) => `    ${name}: only ${condition}`);
  return `${[...lines, 'fault@operator, with one of these operators:', ...operatorLines].join('\n')}\n`;
}

/**
 * Parses `silence=reading` strings into readings by silence.
 * @throws WrongUsage for an unknown silence or reading
 */
export function parseReadings(settings: readonly string[]): Record<string, string> {
  return Object.fromEntries(settings.map(parseReading));
}

function parseReading(text: string): readonly [string, string] {
  const [, name, reading] = /^(.+?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || reading === undefined) {
    throw new WrongUsage(
      `--reading takes silence=reading, such as create.response=walkthrough, not "${text}".`,
    );
  }
  const silence = settableIds.find((id) => id === name);
  if (silence === undefined) {
    throw new WrongUsage(
      `The sandbox has no setting "${name}".${suggest(name, settableIds)} bookdist sandbox --list-readings prints them all.`,
    );
  }
  const allowed = listReadings(silence);
  if (allowed.includes(reading)) return [silence, reading];
  throw new WrongUsage(
    `${silence} can be read as ${allowed.join(' or ')}, not "${reading}".${suggest(reading, allowed)}`,
  );
}

/** Lists every silence that the sandbox has a setting for, with its readings, the default first. */
export function listSandboxReadings(): string {
  const lines = settableIds.flatMap((id) => {
    const [first, ...others] = listReadings(id);
    const readings = [`${first} (default)`, ...others].join(' | ');
    return [id, `    ${requirement(id).says}`, `    ${readings}`];
  });
  return `${lines.join('\n')}\n`;
}

export interface ObservedReadings {
  readonly readings: Readonly<Record<string, string>>;
  /** Answers for which the sandbox has no setting, one line each. */
  readonly unsupportedAnswers: readonly string[];
}

/** Chooses the latest observed answer to each silence as its reading. Several latest answers are unsupported. */
export function chooseReadings({ silences }: Observations): ObservedReadings {
  const readings: Record<string, string> = {};
  const unsupportedAnswers: string[] = [];
  for (const id of settableIds) {
    const latest = selectLatestAnswers(silences[id] ?? []);
    const answers = [...new Set(latest.map(({ answer }) => answer))];
    const [answer] = answers;
    if (answer === undefined) continue;
    if (answers.length === 1 && listReadings(id).includes(answer)) readings[id] = answer;
    else unsupportedAnswers.push(`${id} was answered ${answers.join(' and ')}`);
  }
  return { readings, unsupportedAnswers };
}
