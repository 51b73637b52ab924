/** Tests the suite against a second service, whose author had only the document. */
import { expect, test } from 'vitest';
import { isRequirementId } from '../../src/contract/requirements.ts';
import type { Finding, RunOutcome } from '../../src/harness/evidence/index.ts';
import { exploreUsually, run, unboundRun } from '../../src/harness/run/index.ts';
import { sampleOr, takeSample } from '../support/sample.ts';
import { characters, type CharacterName } from '../subject/characters.ts';
import { faults, type FaultName, type SubjectFault } from '../subject/faults.ts';
import { startSubject } from '../subject/subject.ts';
import { suite } from '../suite.ts';

const characterNames = Object.keys(characters).filter(
  (name): name is CharacterName => name in characters,
);
const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults);

/** Returns a clock that starts at an hour of today in UTC, or shows the real time. */
function createClock(hour: number | undefined): () => number {
  if (hour === undefined) return () => Date.now();
  const dayMs = 86_400_000;
  const offset = (hour / 24) * dayMs - (Date.now() % dayMs);
  return () => Date.now() + offset;
}

const isDriftOrError = ({ verdict }: Finding) => verdict === 'drifts' || verdict === 'errored';

function describeFinding({ requirement, sentence, difference, reason }: Finding): string {
  const result = difference ? `expected ${difference.expected}, got ${difference.actual}` : reason;
  return `${requirement}: ${sentence}: ${result}`;
}

/** Runs the suite with every consent and no known reading. With a fault, it ends with the first drift that the fault explains. */
async function runOnSubject(character: CharacterName, name?: FaultName): Promise<RunOutcome> {
  const fault: SubjectFault | undefined = name && faults[name];
  const controller = new AbortController();
  const now = createClock(fault?.visibleFromHour);
  const depth = name === undefined ? sampleOr('quick', 'usual') : 'usual';
  const subject = await startSubject({ character, faults: name === undefined ? [] : [name], now });
  try {
    return await run(suite, {
      ...unboundRun,
      baseUrl: `${subject.url}/v2/distribution`,
      apiKey: subject.key,
      seed: 20_261_121,
      explore: exploreUsually(depth),
      depth,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== 'found' || event.finding.verdict !== 'drifts') return;
        if (fault?.breaks.includes(event.finding.requirement) === true) controller.abort();
      },
    });
  } finally {
    await subject.close();
  }
}

test.each(characterNames)('the %s subject does not drift', async (character) => {
  const { stopped, findings, leftovers } = await runOnSubject(character);
  expect(stopped).toBeUndefined();
  expect(findings.filter(isDriftOrError).map(describeFinding)).toEqual([]);
  expect(leftovers).toEqual([]);
});

/** The faults, each with a character that can show it. */
const faultyCharacters = faultNames.map((fault, turn) => {
  const { breaks, visibleIn = characterNames }: SubjectFault = faults[fault];
  return { fault, breaks, character: visibleIn[turn % visibleIn.length] ?? 'terse' };
});

test.each(takeSample(faultyCharacters, 3))(
  "the $character subject's $fault is found",
  async ({ fault, breaks, character }) => {
    expect(breaks.filter((id) => !isRequirementId(id))).toEqual([]);
    const { findings } = await runOnSubject(character, fault);
    const found = findings.filter(isDriftOrError);
    const explained = found.filter(({ requirement }) => breaks.includes(requirement));
    expect(explained, `reported instead: ${found.map(describeFinding).join('\n')}`).not.toEqual([]);
  },
);
