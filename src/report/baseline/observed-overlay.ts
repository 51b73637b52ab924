/** Writes an OpenAPI Overlay that narrows the contract to one service's answers to the silences. */
import { stringify } from 'yaml';
import { isObject, type Json, type JsonObject, isArray } from '../../contract/json-pointer.ts';
import { getActions } from '../../contract/narrowings.ts';
import { findWidenings } from '../../contract/widenings.ts';
import { applyOverlay, type Action } from '../../contract/overlay.ts';
import { profiles, type ProfileName } from '../../contract/profiles.ts';
import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { readContract } from '../../contract/spec.ts';
import type { Operation } from '../../contract/operations.ts';
import { truncate, toPlainText } from '../wording/index.ts';
import {
  selectLatestAnswers,
  type Observations,
  type Evidence,
  type OperationAnswer,
} from './observations.ts';

/** The content of an overlay. */
export interface OverlayContent {
  readonly title: string;
  /** Introduces the chapter about the answers in the contract's description; without it, there is no chapter. */
  readonly intro?: string;
  /** The answers of the last run that observed each silence. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Actions that depend on more than the answer's name. */
  readonly extraActions: readonly ExplainedAction[];
}

export interface Overlay {
  readonly text: string;
  readonly contract: JsonObject;
}

/** Writes the overlay of the observed answers. */
export function writeObservedOverlay(observations: Observations): Overlay {
  const answers = Object.entries(observations.silences).map(([id, observed]) => {
    const latest = selectLatestAnswers(observed).map(({ answer }) => answer);
    return [id, [...new Set(latest)]] as const;
  });
  return writeOverlay({
    title: `What ${toPlainText(observations.target)} does where the document is silent`,
    intro: `Seen at ${toPlainText(observations.target)}, last on ${observations.lastRun.slice(0, 10)}.`,
    answers: new Map(answers),
    extraActions: findUnlistedStatuses(observations),
  });
}

/** Writes the overlay of one of the two forms in which the document shows its responses. */
export function writeProfileOverlay(name: ProfileName): Overlay {
  return writeOverlay({
    title: `Responses as in the ${name} of the document`,
    answers: new Map(Object.entries(profiles[name]).map(([id, reading]) => [id, [reading]])),
    extraActions: [],
  });
}

/**
 * Writes an overlay. An answer does not narrow the contract if the service also gave another answer, or
 * if the document rules this one out.
 * @throws Error if an action would allow what the contract does not
 */
function writeOverlay({ title, intro, answers, extraActions }: OverlayContent): Overlay {
  const narrowings = [...answers].flatMap(([silence, [reading, otherReading]]) => {
    if (reading === undefined || otherReading !== undefined) return [];
    const description = `${silence}: ${reading}`;
    return getActions(silence, reading).map((action) => ({ silence, description, action }));
  });
  const narrowedSilences = new Set(narrowings.map(({ silence }) => silence));
  const actions: ExplainedAction[] = [...narrowings, ...extraActions];
  if (intro !== undefined) actions.push(describeAnswers({ intro, answers, narrowedSilences }));
  const { document } = readContract();
  const plainActions = actions.map(({ action }) => action);
  const contract = applyOverlay(document, plainActions);
  const [relaxed] = findWidenings(document, contract);
  if (relaxed !== undefined) throw new Error(`An overlay would relax the contract at ${relaxed}.`);
  const overlay = {
    overlay: '1.0.0',
    info: { title, version: '1.0.0' },
    actions: actions.map(({ description, action }) => ({ description, ...action })),
  };
  const text = stringify(overlay, { lineWidth: 100, aliasDuplicateObjects: false });
  return { text: `${headComment}${text}`, contract };
}

const headComment = `# Narrows the contract. Apply it with
#   redocly bundle distribution.yaml --overlay THIS_FILE --output narrowed.yaml
`;

interface AnswersChapter {
  readonly intro: string;
  readonly answers: OverlayContent['answers'];
  readonly narrowedSilences: ReadonlySet<string>;
}

/** Returns the action that adds the answers to the contract: as a chapter for readers, and as a map for programs. */
function describeAnswers({ intro, answers, narrowedSilences }: AnswersChapter): ExplainedAction {
  const { info } = readContract().document;
  const description = isObject(info) ? info['description'] : undefined;
  const rows = [...answers].map(([id, readings]) => {
    const isNarrowed = narrowedSilences.has(id) ? 'yes' : 'no';
    return `| ${describeSilence(id)} | ${readings.map(formatCell).join(', ')} | ${isNarrowed} |`;
  });
  const chapter = [
    '# What this service does',
    `${intro} The last column says whether the schemas below contain the answer. If not, a schema cannot express it, or there were several answers.`,
    ['| Question | Answer | In the schemas |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
  const observed: Record<string, Json> = Object.fromEntries(
    [...answers].map(([id, readings]) => {
      return [id, { answers: [...readings], narrows: narrowedSilences.has(id) }];
    }),
  );
  return {
    description: 'The answers, for readers of the documentation',
    action: {
      target: '$.info',
      update: {
        description: `${typeof description === 'string' ? description.trimEnd() : ''}\n\n${chapter}\n`,
        'x-observed': observed,
      },
    },
  };
}

function describeSilence(id: string): string {
  return isRequirementId(id) ? requirement(id).says : id;
}

function formatCell(answer: string): string {
  return `\`${truncate(toPlainText(answer), 80).replaceAll(/[|`]/g, "'")}\``;
}

/** An action of an overlay, with the sentence that explains it. */
export interface ExplainedAction {
  readonly description: string;
  readonly action: Action;
}

/** The silence about the statuses that each operation may return. */
const statusSilence = 'codes-per-endpoint';

/** Returns an action for each observed status that the contract does not list. A body in the form of a refusal keeps this form. */
function findUnlistedStatuses({ silences }: Observations): ExplainedAction[] {
  const { operations } = readContract();
  return selectLatestAnswers(silences[statusSilence] ?? []).flatMap(
    ({ answer, operation, evidence }) => {
      const called = Object.values(operations).find(({ id }) => id === operation);
      // A 5xx breaks a statement of the document, so it does not answer a silence.
      const isAnswer = /^[1-4]\d\d$/.test(answer);
      if (called === undefined || !isAnswer || isListed(called, answer)) return [];
      const target = `$.paths['${called.path}'].${called.method.toLowerCase()}.responses`;
      const update = { [answer]: describeResponse(evidence) };
      return [{ description: `${statusSilence}: ${answer}`, action: { target, update } }];
    },
  );
}

/** Returns true if an answer to the silence about statuses is listed for its operation. */
export function isListedStatus(id: string, { answer, operation }: OperationAnswer): boolean {
  if (id !== statusSilence) return false;
  const called = Object.values(readContract().operations).find((known) => known.id === operation);
  return called !== undefined && isListed(called, answer);
}

function isListed({ responses }: Operation, status: string): boolean {
  const range = `${status[0]}XX`;
  return responses.some((response) => [status, range, 'default'].includes(response.status));
}

function describeResponse(evidence: Evidence | undefined): JsonObject {
  const description =
    'This service returned this status, which the document does not list for the operation.';
  const { mediaType = '', responseBody: body } = evidence ?? {};
  if (body === undefined || mediaType === '') return { description };
  const anyOf = ['Problem', 'Message'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const hasKnownForm = isProblem(body) || (isObject(body) && typeof body['message'] === 'string');
  // A body in an unknown form says nothing about the next body.
  const schema = hasKnownForm ? { anyOf } : {};
  return { description, content: { [mediaType]: { schema } } };
}

function isProblem(body: unknown): boolean {
  return isObject(body) && typeof body['detail'] === 'string' && isArray(body['invalidParams']);
}
