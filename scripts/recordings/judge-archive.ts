/** Judges an archive as `bookdist judge` does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldOptions } from '../../src/monitor/index.ts';
import { createTrafficRun, describeDrift } from '../../src/traffic/index.ts';
import {
  createAccountLabels,
  createNotes,
  inAnswerOrder,
  inSendingOrder,
  mergeBySentAt,
} from '../../src/traffic/recordings/index.ts';

export interface Judged {
  readonly exchanges: number;
  readonly drifted: readonly string[];
  /** One line for each kind of drift. */
  readonly lines: readonly string[];
  /** One line for each call that breaks a rule for callers. */
  readonly callers: readonly string[];
}

/**
 * Judges several texts of recordings together.
 * @param known facts that the recordings do not show
 */
export async function judgeArchives(
  archives: readonly string[],
  known?: WorldOptions,
): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-recordings-'));
  try {
    const files = archives.map((_archive, index) => join(folder, `${index}.har`));
    await Promise.all(files.map((file, index) => writeFile(file, archives[index] ?? '')));
    return await judgeFiles(files, known);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeFiles(files: readonly string[], known?: WorldOptions): Promise<Judged> {
  const run = createTrafficRun(undefined, known);
  const sources = files.map((file) => inSendingOrder(file, createNotes()));
  const how = { service: undefined, labels: createAccountLabels(), complete: false };
  const [lines, callers]: [string[], string[]] = [[], []];
  let exchanges = 0;
  for await (const { observed, recorded } of inAnswerOrder(mergeBySentAt(sources), how)) {
    exchanges += 1;
    const { drifts, calls } = run.hear(observed, recorded);
    lines.push(...drifts.map((drift) => `${drift.exchange.number} ${describeDrift(drift)}`));
    callers.push(
      ...calls.map(
        ({ requirement, actual, exchange }) =>
          `${exchange} ${observed.request.method} ${observed.request.path}  ${requirement}: ${actual}`,
      ),
    );
  }
  const drifted = run.outcome().evidence.filter((one) => one.drifted > 0);
  return { exchanges, lines, callers, drifted: drifted.map(({ requirement }) => requirement) };
}
