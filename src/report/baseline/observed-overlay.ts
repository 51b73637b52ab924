/** An OpenAPI Overlay that narrows the contract to what one service does where the document is silent. */
import { stringify } from 'yaml';
import { isObject, type Json, type JsonObject, isArray } from '../../contract/json-pointer.ts';
import { actionsFor } from '../../contract/narrowings.ts';
import { widenings } from '../../contract/narrows.ts';
import { applied, type Action } from '../../contract/overlay.ts';
import { profiles, type ProfileName } from '../../contract/profiles.ts';
import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { readContract } from '../../contract/spec.ts';
import type { Operation } from '../../contract/operations.ts';
import { cut, plain } from '../wording/index.ts';
import { lastAnswers, type Observed, type Evidence, type Given } from './observed-answers.ts';

/** The parts that an overlay is written from. */
export interface Pinned {
  readonly title: string;
  /** The introduction of the answers in the contract's text; without it, they are left out there. */
  readonly intro?: string;
  /** The answers of the last run that observed each silence. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Actions that depend on more than the answer's name. */
  readonly further: readonly ExplainedAction[];
}

export interface Overlay {
  readonly text: string;
  readonly contract: JsonObject;
}

/** The overlay of remembered answers. */
export function observedOverlay(observed: Observed): Overlay {
  const answers = Object.entries(observed.silences).map(
    ([id, seen]) => [id, [...new Set(lastAnswers(seen).map(({ answer }) => answer))]] as const,
  );
  return overlayOf({
    title: `What ${plain(observed.target)} does where the document is silent`,
    intro: `Seen at ${plain(observed.target)}, last on ${observed.lastRun.slice(0, 10)}.`,
    answers: new Map(answers),
    further: unlistedStatuses(observed),
  });
}

/** The overlay of one of the two forms in which the document writes its responses. */
export function profileOverlay(name: ProfileName): Overlay {
  return overlayOf({
    title: `Answers as the ${name} of the document has them`,
    answers: new Map(Object.entries(profiles[name]).map(([id, reading]) => [id, [reading]])),
    further: [],
  });
}

/**
 * Writes an overlay. An answer does not narrow the contract if there was another answer, or if the
 * document rules it out.
 * @throws when an action would allow what the contract does not
 */
function overlayOf({ title, intro, answers, further }: Pinned): Overlay {
  const narrowing = [...answers].flatMap(([silence, given]) => {
    const [only, other] = given;
    if (only === undefined || other !== undefined) return [];
    return actionsFor(silence, only).map((action): ExplainedAction => ({
      description: `${silence}: ${only}`,
      action,
    }));
  });
  const pinned = new Set(narrowing.map(({ description }) => description.split(': ')[0] ?? ''));
  const described = intro === undefined ? [] : [infoOf({ intro, answers, pinned })];
  const all = [...narrowing, ...further, ...described];
  const { document } = readContract();
  const contract = applied(
    document,
    all.map(({ action }) => action),
  );
  const wider = widenings(document, contract);
  if (wider.length > 0) throw new Error(`An overlay would relax the contract at ${wider[0]}.`);
  const overlay = {
    overlay: '1.0.0',
    info: { title, version: '1.0.0' },
    actions: all.map(({ description, action }) => ({ description, ...action })),
  };
  return {
    text: `${head}${stringify(overlay, { lineWidth: 100, aliasDuplicateObjects: false })}`,
    contract,
  };
}

const head = `# Narrows the contract; it relaxes nothing. Apply it with
#   redocly bundle distribution.yaml --overlay THIS_FILE --output narrowed.yaml
`;

interface ObservedAnswers {
  readonly intro: string;
  readonly answers: Pinned['answers'];
  readonly pinned: ReadonlySet<string>;
}

/** Adds the answers to the contract: as a chapter of its text for people, and as a map for programs. */
function infoOf({ intro, answers, pinned }: ObservedAnswers): ExplainedAction {
  const { info } = readContract().document;
  const before = isObject(info) ? info['description'] : undefined;
  const rows = [...answers].map(([id, given]) => {
    const mark = pinned.has(id) ? 'yes' : 'no';
    return `| ${saysOf(id)} | ${given.map(cell).join(', ')} | ${mark} |`;
  });
  const chapter = [
    '# What this service does',
    `${intro} The last column says whether the schemas below contain the answer. If not, a schema cannot express it, or there were several answers.`,
    ['| Question | Answer | In the schemas |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
  const observed: Record<string, Json> = Object.fromEntries(
    [...answers].map(([id, given]) => [id, { answers: [...given], narrows: pinned.has(id) }]),
  );
  return {
    description: 'The answers, for readers of the documentation',
    action: {
      target: '$.info',
      update: {
        description: `${typeof before === 'string' ? before.trimEnd() : ''}\n\n${chapter}\n`,
        'x-observed': observed,
      },
    },
  };
}

function saysOf(id: string): string {
  return isRequirementId(id) ? requirement(id).says : id;
}

function cell(answer: string): string {
  return `\`${cut(plain(answer), 80).replaceAll(/[|`]/g, "'")}\``;
}

/** An action of an overlay, with the sentence that explains it. */
export interface ExplainedAction {
  readonly description: string;
  readonly action: Action;
}

const silence = 'codes-per-endpoint';

/** Returns an action for each that adds it to the contract. Its body has the form of a refusal if the observed one fits. */
function unlistedStatuses({ silences }: Observed): ExplainedAction[] {
  const { operations } = readContract();
  return lastAnswers(silences[silence] ?? []).flatMap(({ answer, operation, evidence }) => {
    const called = Object.values(operations).find(({ id }) => id === operation);
    // A 5xx breaks a statement of the document, so it does not answer a silence.
    if (called === undefined || !/^[1-4]\d\d$/.test(answer) || isListed(called, answer)) return [];
    const target = `$.paths['${called.path}'].${called.method.toLowerCase()}.responses`;
    const update = { [answer]: responseOf(evidence) };
    return [{ description: `${silence}: ${answer}`, action: { target, update } }];
  });
}

/** Returns true if an answer is a status that the contract lists for its operation. */
export function isListedStatus(id: string, { answer, operation }: Given): boolean {
  if (id !== silence) return false;
  const called = Object.values(readContract().operations).find((one) => one.id === operation);
  return called !== undefined && isListed(called, answer);
}

function isListed({ answers }: Operation, status: string): boolean {
  const range = `${status[0]}XX`;
  return answers.some((one) => [status, range, 'default'].includes(one.status));
}

function responseOf(evidence: Evidence | undefined): JsonObject {
  const description = 'This service returned it; the document does not list it for this call.';
  const { mediaType = '', responseBody: body } = evidence ?? {};
  if (body === undefined || mediaType === '') return { description };
  const alternatives = ['Problem', 'Message'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const known = isProblem(body) || (isObject(body) && typeof body['message'] === 'string');
  // An answer in an unknown form says nothing about the next one.
  const schema = known ? { anyOf: alternatives } : {};
  return { description, content: { [mediaType]: { schema } } };
}

function isProblem(body: unknown): boolean {
  return isObject(body) && typeof body['detail'] === 'string' && isArray(body['invalidParams']);
}
