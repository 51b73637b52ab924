/** Claims on the independent subject: the suite reports no drift without a fault, and finds each fault. */
import assert from 'node:assert/strict';
import { isRequirementId } from '../../src/contract/requirements.ts';
import type { Finding, RunOutcome, RunEvent } from '../../src/harness/evidence/index.ts';
import { run, unboundRun } from '../../src/harness/run/index.ts';
import { characters, type CharacterName } from '../../tests/subject/characters.ts';
import { faults, type FaultName, type SubjectFault } from '../../tests/subject/faults.ts';
import { startSubject } from '../../tests/subject/subject.ts';
import { suite } from '../../tests/suite.ts';
import type { Claim } from './claim.ts';

function getFault(fault: FaultName): SubjectFault {
  return faults[fault];
}

const dayInMs = 86_400_000;

/** Returns a clock that starts at an hour of today in UTC, or shows the real time. */
function createClock(hour: number | undefined): () => number {
  if (hour === undefined) return () => Date.now();
  const clockOffset = (hour / 24) * dayInMs - (Date.now() % dayInMs);
  return () => Date.now() + clockOffset;
}

/**
 * Runs the suite against a service that it knows nothing about: every consent, no known reading, a
 * separate clock. With a fault, the run ends with the first drift that the fault explains.
 */
async function verifySubject(character: CharacterName, fault?: FaultName): Promise<RunOutcome> {
  const controller = new AbortController();
  const isExplained = (event: RunEvent): boolean =>
    event.type === 'found' && fault !== undefined && isExplainedBy(event.finding, fault);
  const now = createClock(fault && getFault(fault).visibleFromHour);
  const subject = await startSubject({
    character,
    faults: fault === undefined ? [] : [fault],
    now,
  });
  try {
    return await run(suite, {
      ...unboundRun,
      baseUrl: `${subject.url}/v2/distribution`,
      apiKey: subject.key,
      seed: 20_261_121,
      signal: controller.signal,
      onEvent: (event) => {
        if (isExplained(event)) controller.abort();
      },
    });
  } finally {
    await subject.close();
  }
}

const characterNames = Object.keys(characters).filter(
  (name): name is CharacterName => name in characters,
);

/** Returns true if a finding is a drift that the fault explains. */
function isExplainedBy({ verdict, requirement }: Finding, fault: FaultName): boolean {
  return verdict === 'drifts' && getFault(fault).breaks.includes(requirement);
}

function selectDriftsAndErrors({ findings }: RunOutcome): Finding[] {
  return findings.filter(({ verdict }) => verdict === 'drifts' || verdict === 'errored');
}

/** Returns the number of requests up to a finding. */
function countRequests({ exchange, requestsInRun }: Finding): number {
  return Math.min(exchange?.number ?? requestsInRun, requestsInRun);
}

function describeFinding({ requirement, sentence, difference, reason }: Finding): string {
  const result = difference ? `expected ${difference.expected}, got ${difference.actual}` : reason;
  return `${requirement}: ${sentence}: ${result}`;
}

async function proveNoAlarm(character: CharacterName): Promise<void> {
  const outcome = await verifySubject(character);
  assert.equal(outcome.stopped, undefined, outcome.stoppedBecause);
  assert.deepEqual(selectDriftsAndErrors(outcome).map(describeFinding), []);
  assert.deepEqual(outcome.leftovers, []);
}

/** Returns the character that a fault is tested with, cycling through those that can show it. */
function chooseCharacter(fault: FaultName, turn: number): CharacterName {
  const candidates = getFault(fault).visibleIn ?? characterNames;
  const character = candidates[turn % candidates.length];
  assert.ok(character, `No character can show the fault ${fault}.`);
  return character;
}

async function proveFaultFound(character: CharacterName, fault: FaultName): Promise<void> {
  const { breaks } = getFault(fault);
  assert.deepEqual(
    breaks.filter((id) => !isRequirementId(id)),
    [],
    'these ids are not in the ledger',
  );
  const findings = selectDriftsAndErrors(await verifySubject(character, fault));
  const drifts = findings.filter((finding) => isExplainedBy(finding, fault));
  const strays = new Set(
    findings.map(({ requirement }) => requirement).filter((id) => !breaks.includes(id)),
  );
  const first = Math.min(...drifts.map(countRequests));
  const also = strays.size > 0 ? `; strays: ${[...strays].join(', ')}` : '';
  console.log(
    `${fault} in ${character}: ${drifts.length > 0 ? `request ${first}` : 'missed'}${also}`,
  );
  assert(
    drifts.length > 0,
    `missed; reported instead: ${findings.map(describeFinding).join('\n')}`,
  );
}

const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

export const subject: readonly Claim[] = [
  ...characterNames.map((name) => ({
    says: `the ${name} subject, written from the document alone, does not drift`,
    prove: async () => proveNoAlarm(name),
    inSample: true,
  })),
  ...faultNames.map((fault, turn) => {
    const character = chooseCharacter(fault, turn);
    return {
      says: `the ${character} subject's ${fault} is found`,
      prove: async () => proveFaultFound(character, fault),
      inSample: turn % 25 === 0,
    };
  }),
];
