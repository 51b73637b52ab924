/** Binds sections to Vitest: a test for each case, over one session, with the verdicts of a run. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { requirement } from '../src/contract/requirements.ts';
import type { Section } from '../src/harness/suite/index.ts';
import type { Finding } from '../src/harness/evidence/index.ts';
import { createSession, type Job, planOf, type Session } from '../src/harness/run/index.ts';
import { redactor } from '../src/report/redact/index.ts';
import { openVitestTarget, readSettings, type VitestTarget } from './target.ts';

interface Opened {
  readonly session: Session;
  readonly target: VitestTarget;
  readonly halt: AbortController;
}

/** Writes the tests; nothing is sent before the first of them runs. */
export function askInVitest(sections: readonly Section[]): void {
  const settings = readSettings();
  const held: { opened?: Opened } = {};
  const opened = (): Opened => {
    if (held.opened === undefined) throw new Error('No session was opened.');
    return held.opened;
  };

  beforeAll(async () => {
    const target = await openVitestTarget(settings);
    const halt = new AbortController();
    const session = createSession(sections, {
      ...target.settings,
      baseUrl: target.baseUrl,
      apiKey: target.apiKey,
      known: target.known,
      ledger: undefined,
      signal: halt.signal,
      onEvent: () => undefined,
    });
    held.opened = { session, target, halt };
    const obstacle = await session.greet();
    if (obstacle !== undefined) throw plainly(obstacle.because, held.opened);
  });

  for (const [title, jobs] of bySection(planOf(sections, settings))) {
    describe.concurrent(title, () => {
      for (const job of jobs) {
        it(`${job.requirement}: ${job.sentence}`, async ({ skip, signal }) => {
          const stop = AbortSignal.any([signal, opened().halt.signal]);
          const finding = await opened().session.ask(job, stop);
          if (finding.verdict === 'unproven') skip(`unproven: ${finding.reason ?? ''}`);
          if (isFailure(finding)) throw plainly(toldOf(finding, settings.seed), opened());
        });
      }
    });
  }

  describe('What all answers show', () => {
    it('every answer has the described shape, and silences are filled as permitted', () => {
      const failures = opened().session.passing().filter(isFailure);
      const told = failures.map((finding) => toldOf(finding, settings.seed)).join('\n\n');
      if (failures.length > 0) throw plainly(told, opened());
    });
  });

  afterAll(async () => {
    if (held.opened === undefined) return;
    const { session, target } = held.opened;
    const leftovers = await session.cleanUp();
    await target.close();
    for (const { id, status, reason } of leftovers) {
      process.stderr.write(`left behind: book ${id} (${status}): ${reason}\n`);
    }
  });
}

function bySection(plan: readonly Job[]): Map<string, Job[]> {
  const sections = new Map<string, Job[]>();
  for (const job of plan) sections.set(job.section, [...(sections.get(job.section) ?? []), job]);
  return sections;
}

/** Advice is told by `bookdist verify`; it fails nobody. */
function isFailure({ verdict, requirement: id }: Finding): boolean {
  return verdict === 'errored' || (verdict === 'drifts' && requirement(id).level !== 'should');
}

function toldOf(finding: Finding, seed: number): string {
  const { requirement: id, sentence, difference, exchange, counterexample } = finding;
  const call = exchange && `${exchange.request.method} ${exchange.request.path}`;
  return [
    `${id}: ${requirement(id).says}`,
    `asked     ${sentence}`,
    ...(difference === undefined
      ? [`reason    ${finding.reason ?? ''}`]
      : [`expected  ${difference.expected}`, `actual    ${difference.actual}`]),
    ...(difference?.pointer === undefined ? [] : [`at        ${difference.pointer}`]),
    ...(counterexample === undefined ? [] : [`with      ${counterexample.value}`]),
    ...(call === undefined ? [] : [`call      ${call} → ${exchange?.status}`]),
    `seed      ${seed}`,
  ].join('\n');
}

/** An error that is its message: where in our own code it was thrown helps nobody. */
function plainly(text: string, { target }: Opened): Error {
  const error = new Error(redactor([target.apiKey]).text(text));
  error.stack = error.message;
  return error;
}
