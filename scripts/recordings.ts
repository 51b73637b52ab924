/** Proves what `bookdist judge` finds in recordings, and what it leaves alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCoveringRows } from './own-runs/covering-rows.ts';
import { faults, type Fault } from '../src/faults/index.ts';
import { driveRecordedTraffic, type TrafficChoice } from './proof/monitor/recorded-traffic.ts';
import { createRandom, shuffle } from './random-traffic/random.ts';
import type { Depth } from '../src/harness/evidence/index.ts';
import { damages, withoutNumbers } from './recordings/damage.ts';
import { explainDifferences } from './recordings/explain-differences.ts';
import { maskSecrets } from '../src/traffic/recordings/index.ts';
import { judgeRecordings, type JudgedRecordings } from '../src/traffic/scenes/index.ts';
import { measureJudge, writeLargeArchive } from './recordings/large-archive.ts';
import { recordRun } from './recordings/record-run.ts';
import { recordStories } from './recordings/record-stories.ts';

const usage = `Usage: npm run prove -- recordings [faults] [correct] [damaged] [noise] [stories] [large] [options]

  faults   records runs until --count of them (default: 50) showed a fault to the monitor, and
           compares what judge finds with what the monitor of the run found; judge must find the rest
           once it knows what a recording cannot show
  correct  recordings of --rows correct services with different readings (default: 6)
  damaged  recordings of a correct service that are cut, shuffled or incomplete
  noise    recordings of random and deliberately bad calls
  stories  recordings of --stories random stories of the client, three for each seed (default: 40)
  large    an archive of --size MB (default: 1024), judged in less than 200 MB of memory

  --from N   skips this many faults (default: 0)
  --seed N   chooses faults and values (default: 1)
  --depth D  of the recorded runs: quick, usual (default: quick)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '50' },
    rows: { type: 'string', default: '6' },
    stories: { type: 'string', default: '40' },
    depth: { type: 'string', default: 'quick' },
    size: { type: 'string', default: '1024' },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const depth: Depth = values.depth === 'usual' ? 'usual' : 'quick';

/** Prints the findings of recordings that should have none; returns true if there are none. */
function reportFindings(
  label: string,
  exchanges: JudgedRecordings['exchanges'],
  findings: readonly string[],
): boolean {
  console.log(`${findings.length === 0 ? 'holds' : 'FAILS'}  ${label}: ${exchanges} exchanges`);
  for (const finding of findings.slice(0, 5)) console.log(`    ${finding.slice(0, 300)}`);
  return findings.length === 0;
}

type Agreement = 'agrees' | 'needs facts' | 'differs' | 'nothing';

/** Compares what judge finds in the recording of a run with what the run found. */
async function compareWithRun(fault: Fault): Promise<Agreement> {
  const run = await recordRun({ seed, depth, fault });
  const judged = await judgeRecordings([run.archive]);
  const missed = run.drifted.filter((id) => !judged.driftingRequirements.includes(id));
  const added = judged.driftingRequirements.filter((id) => !run.drifted.includes(id));
  if (run.drifted.length + added.length === 0) return 'nothing';
  const differences = await explainDifferences([...missed, ...added], run);
  const isExplained = differences.every(({ fact }) => fact !== undefined);
  const isSame = differences.length === 0;
  const foundCount = run.drifted.length - missed.length;
  const unnumbered = await judgeRecordings([withoutNumbers(run.archive)]);
  const result = isSame ? 'holds' : isExplained ? 'needs' : 'FAILS';
  console.log(
    `${result}  ${fault.name}: ${foundCount} of ${run.drifted.length} found, ${unnumbered.driftingRequirements.length} without numbers`,
  );
  for (const { id, fact } of differences) {
    const line = judged.drifts.find((entry) => entry.includes(`  ${id}:`));
    const shown = run.differences.get(id) ?? line ?? '';
    const why = fact === undefined ? shown : `needs to know ${fact}`;
    console.log(`    ${missed.includes(id) ? 'not found' : 'found instead'}: ${id} ${why}`);
  }
  if (!isExplained) return 'differs';
  return isSame ? 'agrees' : 'needs facts';
}

async function proveFaults(): Promise<boolean> {
  const count = Number(values.count);
  const drawn = shuffle(faults, createRandom(seed)).slice(Number(values.from));
  const counts = { agrees: 0, 'needs facts': 0, differs: 0, nothing: 0 };
  for (const fault of drawn) {
    if (counts.agrees + counts['needs facts'] + counts.differs === count) break;
    counts[await compareWithRun(fault)] += 1;
  }
  console.log(
    `${counts.agrees} of ${count} recordings show all that the monitor of the run found; ${counts['needs facts']} more do if judge knows further facts, ${counts.differs} differ; neither the run nor judge found ${counts.nothing} more faults`,
  );
  return counts.differs === 0;
}

async function proveCorrect(): Promise<boolean> {
  const rows = shuffle(createCoveringRows(), createRandom(seed)).slice(0, Number(values.rows));
  let isClean = true;
  for (const [index, readings] of [{}, ...rows].entries()) {
    const run = await recordRun({ seed: seed + index, depth, readings });
    const judged = await judgeRecordings([run.archive]);
    // Drifts that the run found too are not caused by the recording.
    const addedByJudge = judged.driftingRequirements.filter((id) => !run.drifted.includes(id));
    if (run.drifted.length > 0) console.log(`    the run itself found ${run.drifted.join(', ')}`);
    const lines = judged.drifts.filter((line) =>
      addedByJudge.some((id) => line.includes(`  ${id}:`)),
    );
    isClean =
      reportFindings(`recording of correct service ${index}`, judged.exchanges, lines) && isClean;
  }
  return isClean;
}

async function proveDamaged(): Promise<boolean> {
  const { archive } = await recordRun({ seed, depth });
  let isClean = true;
  for (const { name, damage } of damages) {
    for (const [round, numbered] of [true, true, false].entries()) {
      const archives = damage(archive, seed + round);
      const parts = numbered ? archives : archives.map(withoutNumbers);
      const judged = await judgeRecordings(parts);
      isClean =
        reportFindings(
          `recording ${name}${numbered ? '' : ', not numbered'}`,
          judged.exchanges,
          judged.drifts,
        ) && isClean;
    }
  }
  return isClean;
}

/** Records random calls as JSON Lines. */
async function recordNoise(choice: TrafficChoice): Promise<string> {
  const lines: string[] = [];
  await driveRecordedTraffic(choice, ({ number }, recorded) => {
    lines.push(JSON.stringify({ number, ...maskSecrets(recorded) }));
  });
  return `${lines.join('\n')}\n`;
}

async function proveNoise(): Promise<boolean> {
  const rows = [{}, ...shuffle(createCoveringRows(), createRandom(seed)).slice(0, 3)];
  let isClean = true;
  for (const [index, readings] of rows.entries()) {
    const noise = await recordNoise({ seed: seed + index, moves: 800, readings, oddShare: 0.5 });
    const judged = await judgeRecordings([noise]);
    isClean =
      reportFindings(`recording of random calls, ${index}`, judged.exchanges, judged.drifts) &&
      isClean;
  }
  return isClean;
}

/** A story may end before its first call. */
function dropEmpty(recordings: readonly string[]): string[] {
  return recordings.filter((text) => text.trim() !== '');
}

/** Judges recordings of the client's stories, made at the service and at the client. Neither may drift. */
async function proveStories(): Promise<boolean> {
  const total = { stories: 0, atService: 0, atClient: 0 };
  let isClean = true;
  for await (const { name, atClient, atService } of recordStories(Number(values.stories))) {
    const service = await judgeRecordings(dropEmpty([atService]));
    const caller = await judgeRecordings(dropEmpty([atClient]));
    total.stories += 1;
    total.atService += service.exchanges;
    total.atClient += caller.exchanges;
    const lines = [...service.drifts, ...caller.callerFindings];
    if (lines.length > 0) isClean = reportFindings(`story ${name}`, service.exchanges, lines);
  }
  console.log(
    `${isClean ? 'holds' : 'FAILS'}  ${total.stories} random stories of the client: ${total.atService} exchanges at the service, ${total.atClient} at the client`,
  );
  return isClean;
}

async function proveLarge(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-large-'));
  try {
    const { archive } = await recordRun({ seed, depth });
    const file = join(folder, 'large.har');
    const exchanges = await writeLargeArchive(file, archive, Number(values.size) * 1024 * 1024);
    const { code, memory, cpu, output } = await measureJudge(file, folder);
    const hasPassed = code !== null && code < 2 && memory < 200;
    const rate = Math.round(exchanges / cpu);
    console.log(
      `${hasPassed ? 'holds' : 'FAILS'}  ${values.size} MB, ${exchanges} exchanges: at most ${memory} MB of memory, ${rate} exchanges in a second of processor time, exit code ${code}`,
    );
    console.log(output.split('\n').slice(0, 12).join('\n'));
    return hasPassed;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const parts = {
  faults: proveFaults,
  correct: proveCorrect,
  damaged: proveDamaged,
  noise: proveNoise,
  stories: proveStories,
  large: proveLarge,
};
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const proofs = chosen.map((name) => Object.entries(parts).find(([known]) => known === name)?.[1]);
if (values.help) console.log(usage);
else if (proofs.includes(undefined)) {
  console.error(`There is no such part.\n\n${usage}`);
  process.exitCode = 2;
} else {
  // Node exits with 0 if it has nothing left to do, even if a proof has not ended.
  process.exitCode = 1;
  let holds = true;
  for (const prove of proofs) holds = (await prove?.()) === true && holds;
  process.exitCode = holds ? 0 : 1;
}
