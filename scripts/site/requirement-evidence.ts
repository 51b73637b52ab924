/** Adds to each requirement of the site a call that shows it, open questions near it, and the latest answers to a question. */
import { findArea } from '../../src/contract/requirement-areas.ts';
import {
  isRequirementId,
  requirement,
  type RequirementId,
  requirementIds,
  silenceIds,
} from '../../src/contract/requirements.ts';
import type { Report } from '../../src/report/record/index.ts';
import type { Page } from './pages.ts';

/** A call of a run as text: its summary, its request and its response. */
export interface ShownCall {
  readonly summary: string;
  readonly request: string;
  readonly response: string;
}

export interface Evidence {
  /** A run of this build against our own sandbox. */
  readonly run: Report;
  /** The calls of that run by their numbers. */
  readonly calls: ReadonlyMap<number, ShownCall>;
  /** The report that the site publishes, or else the same run. */
  readonly latest: Report;
}

/** Returns a page of requirements with the evidence below each; any other page as it is. */
export function addEvidence(page: Page, evidence: Evidence): Page {
  if (!page.path.startsWith('requirements/')) return page;
  const [intro = '', ...sections] = page.text.split(/^(?=## `)/m);
  const texts = sections.map((section) => {
    const [, id = ''] = /^## `(.+)`/.exec(section) ?? [];
    const added = isRequirementId(id) ? describeEvidence(id, evidence) : [];
    return added.length === 0 ? section : `${section.trimEnd()}\n${added.join('\n')}\n\n`;
  });
  return { ...page, text: [intro, ...texts].join('') };
}

function describeEvidence(id: RequirementId, { run, calls, latest }: Evidence): string[] {
  if (requirement(id).level === 'open') return describeAnswers(id, latest);
  const questions = findNearQuestions(id).map(
    (near) => `[\`${near}\`](#${near.replaceAll('.', '-')})`,
  );
  const number = run.requirements.find((row) => row.id === id)?.evidence?.firstAtRequest;
  const call = number === undefined ? undefined : calls.get(number);
  return [
    ...(questions.length === 0 ? [] : [`- Open questions near it: ${questions.join(', ')}`]),
    ...(call === undefined ? [] : formatCall(call)),
  ];
}

function describeAnswers(id: string, { silences, target, run }: Report): string[] {
  const answers = silences.find((row) => row.id === id)?.answers ?? [];
  if (answers.length === 0) return [];
  const texts = new Set(answers.map(({ answer }) => `\`${answer.replaceAll('`', "'")}\``));
  const service = target.kind === 'own sandbox' ? 'our sandbox' : target.address;
  return [
    `- Latest answer: ${[...texts].join(', ')}, by ${service} on ${run.startedAt.slice(0, 10)}`,
  ];
}

function formatCall({ summary, request, response }: ShownCall): string[] {
  const blocks = [request, response].map((text) => `\`\`\`\`http\n${text}\n\`\`\`\``);
  return ['', `::: details A call that shows it: ${summary}`, ...blocks, ':::'];
}

/** The most open questions to name with a requirement, and the words that they have to share with it. */
const maxQuestions = 3;
const minSharedWords = 2;
/** Words of more entries than these say little. */
const maxEntries = 25;

/** Returns the open questions of the same area whose words are most like those of the requirement. */
function findNearQuestions(id: RequirementId): string[] {
  const own = wordsById.get(id) ?? new Set();
  return silenceIds
    .filter((silence) => findArea(silence) === findArea(id))
    .map((silence) => {
      const words = [...(wordsById.get(silence) ?? [])];
      return { silence, shared: words.filter((word) => own.has(word) && isTelling(word)).length };
    })
    .filter(({ shared }) => shared >= minSharedWords)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxQuestions)
    .map(({ silence }) => silence);
}

function isTelling(word: string): boolean {
  return [...wordsById.values()].filter((words) => words.has(word)).length <= maxEntries;
}

function readWords(id: RequirementId): ReadonlySet<string> {
  const words = `${id} ${requirement(id).says}`.match(/[a-z]{3,}/gi) ?? [];
  return new Set(words.map((word) => word.toLowerCase().replace(/s$/, '')));
}

const wordsById: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  requirementIds.map((id) => [id, readWords(id)]),
);
