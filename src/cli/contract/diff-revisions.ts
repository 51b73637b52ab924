/** Reads two revisions and describes their differences as text. */
import { contractChanges } from '../../contract/contract-changes.ts';
import { isRequirementId, type Requirement } from '../../contract/requirements.ts';
import { NotARevision, readRevision, type Revision } from '../../contract/revision.ts';
import { readEarlierRuns, readObserved } from '../output/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** The options of `bookdist contract diff` as commander parsed them. */
export interface DiffFlags {
  readonly known?: string;
  readonly observed?: string;
}

/**
 * Compares two revisions.
 * @param before a folder, a version or `current`
 * @throws WrongUsage when one of them, or a file, cannot be read
 */
export async function diffRevisions(
  before: string,
  next: string,
  { known, observed }: DiffFlags,
): Promise<string> {
  const [one, other] = [revisionAt(before), revisionAt(next)];
  const sections = [
    ...statementSections(one, other),
    section(
      'Changes for callers',
      contractChanges(one.contract.document, other.contract.document).map(
        ({ breaking, where, what }) => `${breaking ? '! ' : '  '}${where}: ${what}`,
      ),
    ),
    ...(known === undefined ? [] : [await knownSection(known, one, other)]),
    ...(observed === undefined ? [] : [await observedSection(observed, other)]),
  ].filter((text) => text !== '');
  const title = `From ${one.version} (${before}) to ${other.version} (${next})\n`;
  if (sections.length === 0) return `${title}\nNothing is different.\n`;
  return `${[title, ...sections].join('\n')}\n! may break a program that works today\n`;
}

function revisionAt(name: string): Revision {
  try {
    return readRevision(name);
  } catch (error) {
    if (error instanceof NotARevision) throw new WrongUsage(error.message);
    throw error;
  }
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `${title} (${lines.length})\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function statementSections(before: Revision, after: Revision): string[] {
  const added = without(after, before);
  const removed = without(before, after);
  const changed = Object.entries(after.ledger).flatMap(([id, entry]) => {
    const parts = changedParts(before.ledger[id], entry);
    return parts.length === 0 ? [] : [`${id}: ${parts.join(', ')}`];
  });
  return [
    section('Tested in addition', added.filter(isStated).map(describe)),
    section('No longer tested', removed.filter(isStated).map(describe)),
    section('Open from now on', added.filter(isOpen).map(describe)),
    section('No longer open', removed.filter(isOpen).map(describe)),
    section('New rules for callers', added.filter(bindsCallers).map(describe)),
    section('No longer rules for callers', removed.filter(bindsCallers).map(describe)),
    section('Changed sentences', changed),
  ];
}

type Entry = readonly [id: string, entry: Requirement];

function without(one: Revision, other: Revision): Entry[] {
  return Object.entries(one.ledger).filter(([id]) => !Object.hasOwn(other.ledger, id));
}

const isOpen = ([, { level }]: Entry): boolean => level === 'open';
const bindsCallers = ([, { level }]: Entry): boolean => level === 'caller';
const isStated = (entry: Entry): boolean => !isOpen(entry) && !bindsCallers(entry);

function describe([id, { says, from }]: Entry): string {
  const unknown = isRequirementId(id) ? '' : ' This version of bookdist has no check of it.';
  return `${id}  (${from})\n      ${says}${unknown}`;
}

const compared = ['says', 'level', 'readings', 'others', 'never'] as const;

function changedParts(before: Requirement | undefined, after: Requirement): string[] {
  if (before === undefined) return [];
  return compared
    .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
    .map((part) => (part === 'says' ? `now says "${after.says}"` : `${part} changed`));
}

/** An accepted drift is affected if its requirement is gone or says something else. */
async function knownSection(file: string, before: Revision, after: Revision): Promise<string> {
  const { known = [] } = await readEarlierRuns({ known: file });
  const lines = known.flatMap(({ fingerprint, requirement: id }) => {
    const entry = after.ledger[id];
    if (entry === undefined) return [`${fingerprint} ${id}: remove it, the requirement is gone`];
    const isChanged = changedParts(before.ledger[id], entry).length > 0;
    return isChanged ? [`${fingerprint} ${id}: check it, the requirement has changed`] : [];
  });
  return section(`Accepted drifts of ${file} that are affected`, lines);
}

/** An observed answer is affected if the document now decides, or no longer permits it. */
async function observedSection(file: string, after: Revision): Promise<string> {
  const { silences } = await readObserved(file);
  const lines = Object.entries(silences).flatMap(([id, answers]) => {
    const entry = after.ledger[id];
    const given = [...new Set(answers.map(({ answer }) => answer))];
    if (entry === undefined)
      return [`${id}=${given.join(', ')}: the document no longer leaves it open`];
    return given
      .filter((answer) => !permits(entry, answer))
      .map((answer) => `${id}=${answer}: no longer permitted`);
  });
  return section(`Answers of ${file} that are affected`, lines);
}

function permits({ readings = 'any', others, never = [] }: Requirement, answer: string): boolean {
  if (never.includes(answer)) return false;
  return readings === 'any' || others === true || readings.includes(answer);
}
