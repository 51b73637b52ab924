/** Writes a large archive by repeating a recording, and measures `bookdist judge` on it. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../../src/cli/shell/index.ts';

/** Patterns of the values that differ between repetitions. */
const idStart = /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/g;
const runPart = /\bbookdist-[0-9a-f]{8}\b/g;
const maskedUrl = /signed-[0-9a-f]{8}/g;
const startTime = /"startedDateTime": ?"([^"]+)"/g;
const entryNumber = /"_number": ?(\d+)/g;
const day = 24 * 3600 * 1000;

/** Writes the file and returns how many exchanges it has. */
export async function writeLargeArchive(
  file: string,
  archive: string,
  bytes: number,
): Promise<number> {
  const from = archive.indexOf('[', archive.indexOf('"entries"')) + 1;
  const to = archive.lastIndexOf(']');
  const [head, entries, tail] = [
    archive.slice(0, from),
    archive.slice(from, to),
    archive.slice(to),
  ];
  const perRound = entries.match(entryNumber)?.length ?? 0;
  const stream = createWriteStream(file);
  stream.write(head);
  let [writtenBytes, round] = [0, 0];
  for (; writtenBytes < bytes; round += 1) {
    const text = repeatEntries(entries, round, perRound);
    writtenBytes += Buffer.byteLength(text);
    if (!stream.write(`${round === 0 ? '' : ','}${text}`)) await once(stream, 'drain');
  }
  stream.end(tail);
  await once(stream, 'close');
  return round * perRound;
}

function repeatEntries(entries: string, round: number, perRound: number): string {
  if (round === 0) return entries;
  const shiftHex = (hex: string): string =>
    ((Number.parseInt(hex, 16) + round) >>> 0).toString(16).padStart(8, '0');
  // Only the day changes, so that microseconds are kept.
  const shiftDay = (time: string): string =>
    new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + round * day)
      .toISOString()
      .slice(0, 10) + time.slice(10);
  return entries
    .replaceAll(idStart, shiftHex)
    .replaceAll(runPart, (name) => `bookdist-${shiftHex(name.slice(9))}`)
    .replaceAll(maskedUrl, (name) => `signed-${shiftHex(name.slice(7))}`)
    .replaceAll(startTime, (_, time: string) => `"startedDateTime":"${shiftDay(time)}"`)
    .replaceAll(entryNumber, (_, number) => `"_number":${Number(number) + round * perRound}`);
}

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Prints the memory and processor time of the process when it ends. */
const meter = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('used ' + maxRSS + ' KB, ' + (userCPUTime + systemCPUTime) / 1e6 + ' s');
})`;

export interface JudgeMeasurement {
  readonly code: number | null;
  readonly output: string;
  /** The most memory that it used, in MB. */
  readonly memory: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** Runs `bookdist judge` on a file. */
export async function measureJudge(file: string, out: string): Promise<JudgeMeasurement> {
  const loader = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`];
  const args = [...loader, main, 'judge', file, '--out', out, '--format', 'json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, output } = await collectOutput(child);
  const [, kilobytes, seconds] = /used (\d+) KB, ([\d.]+) s/.exec(output) ?? [];
  return { code, output, memory: Math.round(Number(kilobytes) / 1024), cpu: Number(seconds) };
}
