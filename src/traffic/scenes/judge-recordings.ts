/** Judges recordings that are texts, as `bookdist judge` does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldOptions } from '../../monitor/index.ts';
import { createTrafficRun, describeDrift } from '../index.ts';
import {
  createAccountLabels,
  createNotes,
  readInResponseOrder,
  readInSendingOrder,
  mergeBySentAt,
  type RecordingNotes,
} from '../recordings/index.ts';

export interface JudgedRecordings {
  readonly exchanges: number;
  /** Requirements that drift, and those that conform. */
  readonly drifted: readonly string[];
  readonly conforming: readonly string[];
  /** One line for each kind of drift. */
  readonly lines: readonly string[];
  /** One line for each call that breaks a rule for callers. */
  readonly callers: readonly string[];
  /** Of each recording. */
  readonly notes: readonly RecordingNotes[];
}

interface JudgeOptions {
  /** True if the recordings have every call; false by default. */
  readonly complete?: boolean;
  readonly service?: string;
  /** Facts that the recordings do not show. */
  readonly known?: WorldOptions | undefined;
  /** Bodies in files of their own, by name. */
  readonly attached?: Readonly<Record<string, string>>;
}

/** Judges several recordings together. */
export async function judgeRecordings(
  contents: readonly (string | Buffer)[],
  { attached = {}, ...how }: JudgeOptions = {},
): Promise<JudgedRecordings> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-recordings-'));
  try {
    const recordings = contents.map((content, index) => [`${index}.har`, content] as const);
    for (const [name, content] of [...recordings, ...Object.entries(attached)]) {
      await writeFile(join(folder, name), content);
    }
    const files = recordings.map(([name]) => join(folder, name));
    return await judgeFiles(files, how);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeFiles(
  files: readonly string[],
  { complete = false, service, known }: JudgeOptions,
): Promise<JudgedRecordings> {
  const run = createTrafficRun(undefined, known);
  const notes = files.map(createNotes);
  const sources = files.map((file, index) =>
    readInSendingOrder(file, notes[index] ?? createNotes()),
  );
  const options = { service, labels: createAccountLabels(), complete };
  const [lines, callers]: [string[], string[]] = [[], []];
  let exchanges = 0;
  for await (const { observed, recorded } of readInResponseOrder(mergeBySentAt(sources), options)) {
    exchanges += 1;
    const { drifts, calls } = run.judge(observed, recorded);
    lines.push(...drifts.map((drift) => `${drift.exchange.number} ${describeDrift(drift)}`));
    callers.push(
      ...calls.map(
        ({ requirement, actual, exchange }) =>
          `${exchange} ${observed.request.method} ${observed.request.path}  ${requirement}: ${actual}`,
      ),
    );
  }
  const { evidence } = run.outcome();
  const listIds = (isDrift: boolean): string[] =>
    evidence.filter((row) => row.drifted > 0 === isDrift).map(({ requirement }) => requirement);
  return { exchanges, lines, callers, notes, drifted: listIds(true), conforming: listIds(false) };
}
