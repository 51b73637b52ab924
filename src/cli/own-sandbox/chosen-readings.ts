/** Readings of silences by the names people type. */
import { readingsOf, requirement } from '../../contract/requirements.ts';
import { settableIds } from '../../sandbox/readings/index.ts';
import { suggest, WrongUsage } from '../shell/index.ts';

/** Parses `silence=reading` texts; throws WrongUsage for an unknown silence or reading. */
export function parseReadings(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(written.map(pairOf));
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new WrongUsage(
      `--reading takes silence=reading, such as create.response=walkthrough, not "${text}".`,
    );
  }
  const [typed, reading] = [text.slice(0, at), text.slice(at + 1)];
  const silence = settableIds.find((id) => id === typed);
  if (silence === undefined) {
    throw new WrongUsage(
      `The sandbox has no setting "${typed}".${suggest(typed, settableIds)} bookdist sandbox --list-readings names them all.`,
    );
  }
  const known = readingsOf(silence);
  if (known.includes(reading)) return [silence, reading];
  throw new WrongUsage(
    `${silence} can be read as ${known.join(' or ')}, not "${reading}".${suggest(reading, known)}`,
  );
}

/** Lists every silence of the sandbox with its readings, the default first. */
export function readingListing(): string {
  const lines = settableIds.flatMap((id) => {
    const [usual = '', ...others] = readingsOf(id);
    return [
      id,
      `    ${requirement(id).says}`,
      `    ${[`${usual} (default)`, ...others].join(' | ')}`,
    ];
  });
  return `${lines.join('\n')}\n`;
}
