/** Writes a large archive: one recording again and again, each time with other books and later. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** Patterns of the values that differ between repetitions. */
const idStart = /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/g;
const runPart = /\bbookdist-[0-9a-f]{8}\b/g;
const maskedUrl = /signed-[0-9a-f]{8}/g;
const instant = /"startedDateTime": ?"([^"]+)"/g;
const entryNumber = /"_number": ?(\d+)/g;
const day = 24 * 3600 * 1000;

/** @returns how many exchanges the file has */
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
  let [written, round] = [0, 0];
  for (; written < bytes; round += 1) {
    const text = repeated(entries, round, perRound);
    written += Buffer.byteLength(text);
    if (!stream.write(`${round === 0 ? '' : ','}${text}`)) await once(stream, 'drain');
  }
  stream.end(tail);
  await once(stream, 'close');
  return round * perRound;
}

function repeated(entries: string, round: number, perRound: number): string {
  if (round === 0) return entries;
  const moved = (hex: string): string =>
    ((Number.parseInt(hex, 16) + round) >>> 0).toString(16).padStart(8, '0');
  // Microseconds stay as they are: only the day moves.
  const later = (time: string): string =>
    new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + round * day)
      .toISOString()
      .slice(0, 10) + time.slice(10);
  return entries
    .replaceAll(idStart, moved)
    .replaceAll(runPart, (name) => `bookdist-${moved(name.slice(9))}`)
    .replaceAll(maskedUrl, (name) => `signed-${moved(name.slice(7))}`)
    .replaceAll(instant, (_, time: string) => `"startedDateTime":"${later(time)}"`)
    .replaceAll(entryNumber, (_, number) => `"_number":${Number(number) + round * perRound}`);
}
