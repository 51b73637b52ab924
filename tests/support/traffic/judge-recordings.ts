/** Judges the contents of recordings, as `bookdist judge` does with files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldOptions } from '../../../src/monitor/index.ts';
import { createTrafficRun, describeDrift } from '../../../src/traffic/index.ts';
import {
  createAccountLabels,
  createNotes,
  readInResponseOrder,
  readInSendingOrder,
  mergeBySentAt,
  type RecordingNotes,
} from '../../../src/traffic/recordings/index.ts';

export interface JudgedRecordings {
  readonly exchanges: number;
  readonly driftingRequirements: readonly string[];
  readonly conformingRequirements: readonly string[];
  /** One line for each kind of drift. */
  readonly drifts: readonly string[];
  /** One line for each call that breaks a rule for callers. */
  readonly callerFindings: readonly string[];
  /** The notes of each recording. */
  readonly notes: readonly RecordingNotes[];
}

interface JudgeOptions {
  /** True if the recordings contain every call; false by default. */
  readonly complete?: boolean;
  readonly service?: string;
  /** Facts that the recordings do not show. */
  readonly worldOptions?: WorldOptions | undefined;
  /** Bodies in separate files, by file name. */
  readonly attachedFiles?: Readonly<Record<string, string>>;
}

/** Judges several recordings together. */
export async function judgeRecordings(
  contents: readonly (string | Buffer)[],
  { attachedFiles = {}, ...options }: JudgeOptions = {},
): Promise<JudgedRecordings> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-recordings-'));
  try {
    const recordings = contents.map((content, index) => [`${index}.har`, content] as const);
    for (const [name, content] of [...recordings, ...Object.entries(attachedFiles)]) {
      await writeFile(join(folder, name), content);
    }
    const files = recordings.map(([name]) => join(folder, name));
    return await judgeFiles(files, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeFiles(
  files: readonly string[],
  { complete = false, service, worldOptions }: JudgeOptions,
): Promise<JudgedRecordings> {
  const run = createTrafficRun(undefined, worldOptions);
  const notes = files.map(createNotes);
  const sources = files.map((file, at) => readInSendingOrder(file, notes[at] ?? createNotes()));
  const options = { service, labels: createAccountLabels(), complete };
  const [driftLines, callerFindings]: [string[], string[]] = [[], []];
  let exchanges = 0;
  for await (const exchange of readInResponseOrder(mergeBySentAt(sources), options)) {
    exchanges += 1;
    const { drifts, callerFindings: findings } = run.judge(exchange);
    driftLines.push(...drifts.map((drift) => `${drift.exchange.number} ${describeDrift(drift)}`));
    callerFindings.push(
      ...findings.map(
        ({ requirement, actual, exchange: number }) =>
          `${number} ${exchange.request.method} ${exchange.request.path}  ${requirement}: ${actual}`,
      ),
    );
  }
  const { evidence } = run.outcome();
  const listIds = (isDrift: boolean): string[] =>
    evidence.filter((row) => row.drifted > 0 === isDrift).map(({ requirement }) => requirement);
  return {
    exchanges,
    drifts: driftLines,
    callerFindings,
    notes,
    driftingRequirements: listIds(true),
    conformingRequirements: listIds(false),
  };
}
