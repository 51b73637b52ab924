/** The text of known-drifts.yaml: read strictly, and extended without changes to existing lines. */
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
  YAMLSeq,
  type Document,
  type YAMLMap,
} from 'yaml';
import { isRequirementId } from '../../contract/requirements.ts';
import type { KnownDrift } from '../record/index.ts';

/** A file that is not a list of known drifts; the message is one sentence with the line. */
export class NotKnownDrifts extends Error {
  override readonly name = 'NotKnownDrifts';
}

const head = ` Temporarily accepted drifts of the service. Each entry counts from the moment its
 reason is filled in until its date. After that date, or when the drift is fixed, the run fails.`;

const required = ['fingerprint', 'requirement', 'reason', 'since', 'until'] as const;
const names: readonly string[] = [...required, 'target'];

/**
 * Reads the entries.
 * @param file only named in errors
 * @throws NotKnownDrifts at the first invalid entry
 */
export function readKnownDrifts(text: string, file: string): KnownDrift[] {
  const lines = new LineCounter();
  const entries = listOf(documentOf(text, file, lines), file).items.map((item) => {
    const offset = isMap(item) || isScalar(item) ? (item.range?.[0] ?? 0) : 0;
    const place = `${file}:${lines.linePos(offset).line}`;
    if (!isMap(item)) throw new NotKnownDrifts(`${place}: an entry is a map with a fingerprint.`);
    return entryOf(item, place);
  });
  const seen = new Set<string>();
  for (const { fingerprint, target } of entries) {
    const key = `${fingerprint} ${target}`;
    if (seen.has(key)) throw new NotKnownDrifts(`${file}: ${fingerprint} is listed twice.`);
    seen.add(key);
  }
  return entries;
}

function documentOf(text: string, file: string, lineCounter: LineCounter): Document {
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return document;
  const { line } = lineCounter.linePos(error.pos[0]);
  throw new NotKnownDrifts(`${file}:${line}: this is not YAML: ${error.message}.`);
}

/** A file with only comments is a list without entries. */
function listOf({ contents }: Document, file: string): YAMLSeq {
  if (isSeq(contents)) return contents;
  if (contents === null || (isScalar(contents) && contents.value === null)) return new YAMLSeq();
  throw new NotKnownDrifts(`${file}: known drifts are a list, one entry per fingerprint.`);
}

function entryOf(item: YAMLMap, place: string): KnownDrift {
  const unknown = item.items
    .map(({ key }) => (isScalar(key) ? String(key.value) : 'something else'))
    .find((key) => !names.includes(key));
  if (unknown !== undefined) {
    throw new NotKnownDrifts(`${place}: ${unknown} is not one of ${names.join(', ')}.`);
  }
  const missing = required.find((name) => !item.has(name));
  if (missing !== undefined) throw new NotKnownDrifts(`${place}: ${missing} is missing.`);
  const [fingerprint, requirement, reason, since, until] = [
    textAt(item, 'fingerprint'),
    textAt(item, 'requirement'),
    textAt(item, 'reason').trim(),
    textAt(item, 'since'),
    textAt(item, 'until'),
  ];
  if (!/^[0-9a-f]{12}$/.test(fingerprint)) {
    throw new NotKnownDrifts(`${place}: a fingerprint is twelve hexadecimal digits.`);
  }
  if (!isRequirementId(requirement)) {
    throw new NotKnownDrifts(`${place}: there is no requirement "${requirement}".`);
  }
  for (const day of [since, until]) {
    if (!isDay(day))
      throw new NotKnownDrifts(`${place}: "${day}" is not a day such as 2027-01-31.`);
  }
  const target = textAt(item, 'target');
  return { fingerprint, requirement, reason, since, until, ...(target !== '' && { target }) };
}

/** Returns the text as written: `012345678901` and `1234567890e1` are fingerprints, not numbers. */
function textAt(item: YAMLMap, name: string): string {
  const node = item.get(name, true);
  if (!isScalar(node) || node.value === null) return '';
  return typeof node.value === 'string' ? node.value : (node.source ?? '');
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export interface AddedDrift {
  readonly entry: KnownDrift;
  /** A description in one line. */
  readonly says: string;
}

/**
 * Returns the text with entries added at its end; comments and order stay.
 * @param text undefined if there is no file yet
 */
export function withAdded(
  text: string | undefined,
  added: readonly AddedDrift[],
  file: string,
): string {
  const document = documentOf(text ?? '', file, new LineCounter());
  const list = listOf(document, file);
  if (text === undefined) document.commentBefore = head;
  for (const { entry, says } of added) {
    const node = document.createNode({
      ...entry,
      fingerprint: quoted(entry.fingerprint),
      reason: quoted(entry.reason),
    });
    node.commentBefore = ` ${says}`;
    node.spaceBefore = list.items.length > 0;
    list.add(node);
  }
  list.flow = false;
  document.contents = list;
  return document.toString({ lineWidth: 0 });
}

/** Quoted, because YAML would read some fingerprints as numbers, and an empty value as null. */
function quoted(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}
