/** Tests that the suite accuses no character of a second service, whose author had only the document. */
import { expect, test } from 'vitest';
import type { Finding } from '../../src/harness/evidence/index.ts';
import { exploreUsually, run, unboundRun } from '../../src/harness/run/index.ts';
import { sampleOr } from '../support/sample.ts';
import { characters, type CharacterName } from '../support/second-service/characters.ts';
import { startSecondService } from '../support/second-service/second-service.ts';
import { suite } from '../suite.ts';

const characterNames = Object.keys(characters).filter(
  (name): name is CharacterName => name in characters,
);

function describeFinding({ requirement, sentence, difference, reason }: Finding): string {
  const result = difference ? `expected ${difference.expected}, got ${difference.actual}` : reason;
  return `${requirement}: ${sentence}: ${result}`;
}

test.each(characterNames)('the %s service does not drift', async (name) => {
  const depth = sampleOr('quick', 'usual');
  const service = await startSecondService(name);
  try {
    const { stopped, findings, leftovers } = await run(suite, {
      ...unboundRun,
      baseUrl: `${service.url}/v2/distribution`,
      apiKey: service.key,
      seed: 20_261_121,
      explore: exploreUsually(depth),
      depth,
    });
    const found = findings.filter(({ verdict }) => verdict === 'drifts' || verdict === 'errored');
    expect(stopped).toBeUndefined();
    expect(found.map(describeFinding)).toEqual([]);
    expect(leftovers).toEqual([]);
  } finally {
    await service.close();
  }
});
