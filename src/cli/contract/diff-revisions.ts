/** Reads two revisions and describes their differences as text. */
import { compareContracts } from '../../contract/changes/index.ts';
import { listUncheckable } from '../../contract/parts/index.ts';
import { isRequirementId, type Requirement } from '../../contract/requirements.ts';
import { NotARevision, readRevision, type Revision } from '../../contract/revision.ts';
import { readEarlierRuns, readObserved } from '../output/index.ts';
import { readOrWrongUsage } from '../shell/index.ts';

export interface DiffFlags {
  readonly known?: string;
  readonly observed?: string;
}

/**
 * Compares two revisions.
 * @param oldName a folder, a version or `current`
 * @throws WrongUsage if a revision or a file cannot be read
 */
export async function diffRevisions(
  oldName: string,
  newName: string,
  { known, observed }: DiffFlags,
): Promise<string> {
  const [oldRevision, newRevision] = [loadRevision(oldName), loadRevision(newName)];
  const sections = [
    ...diffStatements(oldRevision, newRevision),
    formatSection('Changes for callers', listChanges(oldRevision, newRevision)),
    formatSection(
      'New parts that this version of bookdist cannot check',
      listUncheckable(oldRevision.contract, newRevision.contract),
    ),
    ...(known === undefined ? [] : [await listAffectedDrifts(known, oldRevision, newRevision)]),
    ...(observed === undefined ? [] : [await listAffectedAnswers(observed, newRevision)]),
  ].filter((text) => text !== '');
  const title = `From ${oldRevision.version} (${oldName}) to ${newRevision.version} (${newName})\n`;
  if (sections.length === 0) return `${title}\nNothing is different.\n`;
  return `${[title, ...sections].join('\n')}\n! may break a program that works today\n`;
}

function listChanges({ contract: before }: Revision, { contract: after }: Revision): string[] {
  return compareContracts(before.document, after.document).map(
    ({ breaking, where, what }) => `${breaking ? '! ' : '  '}${where}: ${what}`,
  );
}

function loadRevision(name: string): Revision {
  return readOrWrongUsage(NotARevision, () => readRevision(name));
}

function formatSection(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${title} (${lines.length})\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function diffStatements(oldRevision: Revision, newRevision: Revision): string[] {
  const added = listAdded(oldRevision, newRevision);
  const removed = listAdded(newRevision, oldRevision);
  const changedEntries = Object.entries(newRevision.ledger).flatMap(([id, entry]) => {
    const changes = describeChanges(oldRevision.ledger[id], entry);
    return changes.length === 0 ? [] : [`${id}: ${changes.join(', ')}`];
  });
  return [
    formatSection('Tested in addition', added.filter(isStated).map(describe)),
    formatSection('No longer tested', removed.filter(isStated).map(describe)),
    formatSection('Open from now on', added.filter(isOpen).map(describe)),
    formatSection('No longer open', removed.filter(isOpen).map(describe)),
    formatSection('New rules for callers', added.filter(bindsCallers).map(describe)),
    formatSection('No longer rules for callers', removed.filter(bindsCallers).map(describe)),
    formatSection('Changed sentences', changedEntries),
  ];
}

type Entry = readonly [id: string, entry: Requirement];

function listAdded({ ledger: oldLedger }: Revision, { ledger }: Revision): Entry[] {
  return Object.entries(ledger).filter(([id]) => !Object.hasOwn(oldLedger, id));
}

const isOpen = ([, { level }]: Entry): boolean => level === 'open';
const bindsCallers = ([, { level }]: Entry): boolean => level === 'caller';
const isStated = (entry: Entry): boolean => !isOpen(entry) && !bindsCallers(entry);

function describe([id, { says, from }]: Entry): string {
  const warning = isRequirementId(id) ? '' : ' This version of bookdist has no check of it.';
  return `${id}  (${from})\n      ${says}${warning}`;
}

const comparedFields = ['says', 'level', 'readings', 'others', 'never'] as const;

function describeChanges(oldEntry: Requirement | undefined, newEntry: Requirement): string[] {
  if (oldEntry === undefined) return [];
  return comparedFields
    .filter((field) => JSON.stringify(oldEntry[field]) !== JSON.stringify(newEntry[field]))
    .map((field) => (field === 'says' ? `now says "${newEntry.says}"` : `${field} changed`));
}

/** Lists the accepted drifts whose requirement is gone or has changed. */
async function listAffectedDrifts(
  file: string,
  oldRevision: Revision,
  newRevision: Revision,
): Promise<string> {
  const { knownDrifts = [] } = await readEarlierRuns({ known: file });
  const lines = knownDrifts.flatMap(({ fingerprint, requirement: id }) => {
    const entry = newRevision.ledger[id];
    if (entry === undefined) return [`${fingerprint} ${id}: remove it, the requirement is gone`];
    const isChanged = describeChanges(oldRevision.ledger[id], entry).length > 0;
    return isChanged ? [`${fingerprint} ${id}: check it, the requirement has changed`] : [];
  });
  return formatSection(`Accepted drifts of ${file} that are affected`, lines);
}

/** Lists the observed answers that the new revision no longer leaves open or no longer permits. */
async function listAffectedAnswers(file: string, newRevision: Revision): Promise<string> {
  const { silences } = await readObserved(file);
  const lines = Object.entries(silences).flatMap(([id, answers]) => {
    const entry = newRevision.ledger[id];
    const observedAnswers = [...new Set(answers.map(({ answer }) => answer))];
    if (entry === undefined)
      return [`${id}=${observedAnswers.join(', ')}: the document no longer leaves it open`];
    return observedAnswers
      .filter((answer) => !permits(entry, answer))
      .map((answer) => `${id}=${answer}: no longer permitted`);
  });
  return formatSection(`Answers of ${file} that are affected`, lines);
}

function permits({ readings = 'any', others, never = [] }: Requirement, answer: string): boolean {
  if (never.includes(answer)) return false;
  return readings === 'any' || others === true || readings.includes(answer);
}
