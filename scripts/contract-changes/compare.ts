/** Compares two versions of the contract with `redocly diff`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isArray, isObject, type JsonObject } from '../../src/contract/json-pointer.ts';
import { command } from '../smoke/command.ts';
import { sayPlace } from '../trace/places.ts';

export interface Change {
  /** `major` can break a caller, `minor` adds something, `patch` is anything else. */
  readonly impact: string;
  /** The place, in words for a reader. */
  readonly where: string;
  readonly what: string;
}

const redocly = fileURLToPath(
  new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/** Returns the changes between two bare contracts, breaking ones first. */
export async function changesBetween(base: JsonObject, now: JsonObject): Promise<Change[]> {
  const [before, after] = [JSON.stringify(base), JSON.stringify(now)];
  if (before === after) return [];
  const folder = await mkdtemp(join(tmpdir(), 'contract-changes-'));
  try {
    await writeFile(join(folder, 'base.json'), before);
    await writeFile(join(folder, 'now.json'), after);
    await writeFile(join(folder, 'rules.yaml'), 'telemetry: off\nextends: [diff-recommended]\n');
    const asked = ['base.json', 'now.json', '--config=rules.yaml', '--format=json'];
    const options = ['--fail-on=none', '--output=changes.json'];
    await command(folder, process.execPath, [redocly, 'diff', ...asked, ...options]);
    const report: unknown = JSON.parse(await readFile(join(folder, 'changes.json'), 'utf8'));
    const changes = isObject(report) ? report['changes'] : undefined;
    if (!isArray(changes)) throw new Error('redocly diff reported no changes.');
    return changes
      .filter(isObject)
      .map(changeOf)
      .toSorted((one, other) => one.impact.localeCompare(other.impact));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changeOf(change: JsonObject): Change {
  const { path, impact, kind, verdicts, property } = change;
  const messages = (isArray(verdicts) ? verdicts : []).flatMap((verdict) =>
    isObject(verdict) && typeof verdict['message'] === 'string' ? [verdict['message']] : [],
  );
  const plain = [property, kind].filter((word) => typeof word === 'string').join(' ');
  return {
    impact: typeof impact === 'string' ? impact : 'patch',
    where: typeof path === 'string' ? sayPlace(path) : '',
    what: messages.length > 0 ? messages.join(' ') : plain,
  };
}
