/** Requests about one book that must be refused in every status. */
import { isArray, isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { readGrants } from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  type Format,
  formats,
  impossibleDates,
  mixedTexts,
  mixedTitle,
  requiredRoles,
  spareRoles,
  invalidIsbnExamples,
  getYear,
} from '../../../src/harness/values/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { fetchBook, fetchStatus, isAccepted } from '../steps/index.ts';
import { badDescriptors, badFieldsFor, badHashes, badUpdates } from './bad-bodies.ts';

/** A key that no service has issued, almost correct ones, and an empty one. */
export const wrongKeys = [
  { key: 'no-such-key-4f1d' },
  { alteredKey: 'longer' },
  { key: '' },
  { alteredKey: 'other-case' },
  { alteredKey: 'shorter' },
] as const;

/** Returns the value of a turn; the turns go through all values. */
function pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[], turn: number): Value {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

type Probe = (t: Stage, book: Book, turn: number) => Promise<void>;

export interface ProbeOptions {
  /** Chooses the bad values. */
  readonly turn: number;
  /** Chooses the calls that are sent without a valid key; the turn by default. */
  readonly keyless?: number;
  /** All by default. */
  readonly kinds?: readonly ProbeKind[];
}

/** Sends bad requests of some kinds, and looks at the book at the end. */
export async function probeRefusals(
  t: Stage,
  book: Book,
  { turn, keyless = turn, kinds = probeKinds }: ProbeOptions,
): Promise<void> {
  for (const kind of kinds) await probes[kind](t, book, kind === 'keys' ? keyless : turn);
  // A service that accepted one of the updates has a draft now, which a delete would remove.
  const inShops = ['in_review', 'published'].includes(await fetchStatus(t, book.id));
  if (inShops && t.target.allow.has('delete')) await t.ask.delete(book.id);
}

/** Sends JSON as plain text, every third turn. */
async function sendPlain(t: Stage, request: WireRequest, turn: number): Promise<void> {
  if (turn % 3 !== 0) return;
  const { json, ...call } = request;
  await t.wire({ ...call, text: JSON.stringify(json), contentType: 'text/plain' });
}

/** Two chapters that share a file, or whose files do not exist, by turn. */
async function createBadChapters(t: Stage, id: string, turn: number): Promise<JsonObject[]> {
  const { chapters } = turn % 2 === 1 ? await fetchBook(t, id) : {};
  const [chapter] = isArray(chapters) ? chapters : [];
  const fileId = isObject(chapter) ? chapter['fileId'] : undefined;
  return [1, 2].map((sequence) => ({
    fileId: fileId ?? t.make.unknownId(),
    sequence,
    title: mixedTitle(sequence),
  }));
}

async function probeUpdates(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const send = async (fields: JsonObject): Promise<unknown> => {
    const { keyword, subtitle } = mixedTexts(turn);
    return t.wire({
      method: 'PATCH',
      path: `/books/${id}`,
      json: { keyword, subtitle, ...fields },
    });
  };
  const fields = [...badFieldsFor(format), ...badUpdates];
  for (const place of [2 * turn, 2 * turn + 1]) await send(pick(fields, place));
  await send({ isbn: pick(invalidIsbnExamples, turn).value });
  await send({ publicationDate: pick(impossibleDates(getYear(t.clock.today()) + 1), turn).value });
  if (format === 'audio') await send({ chapters: await createBadChapters(t, id, turn) });
  await sendPlain(t, { method: 'PATCH', path: `/books/${id}`, json: { title: 'Plain' } }, turn);
}

/**
 * Descriptors of two files that one batch may announce. They share nothing, because a service may
 * refuse a batch for repeated labels, hashes or roles, with any status.
 */
export function twoDescriptors(t: Stage, format: Format): Record<'first' | 'good', JsonObject> {
  return {
    first: { ...createDescriptor(t.make.sample(requiredRoles[format][0]), 'one') },
    good: { ...createDescriptor(t.make.sample(spareRoles[format]), 'two') },
  };
}

async function probeUploads(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const path = `/books/${id}/upload`;
  const { first, good } = twoDescriptors(t, format);
  const misfit =
    spareRoles[
      pick(
        formats.filter((other) => other !== format),
        turn,
      )
    ];
  const other = createDescriptor(t.make.sample(requiredRoles[format][1]), 'three');
  const batches: readonly JsonObject[][] = [
    [first, pick(badDescriptors(good), turn)],
    [first, pick(badHashes(good), turn)],
    [first, good, { ...other, role: misfit }],
  ];
  for (const json of batches) await t.wire({ method: 'POST', path, json });
  await sendPlain(t, { method: 'POST', path, json: [good] }, turn + 1);
}

/** Attaches a file with a hash that differs at its end, and in other wrong ways. */
async function probeAttaches(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const last = file.hashSha256.endsWith('0') ? '1' : '0';
  const hashSha256 = `${file.hashSha256.slice(0, -1)}${last}`;
  const { filename } = file;
  const first = createDescriptor(t.make.sample(requiredRoles[format][0]), 'one');
  const announced = { ...createDescriptor(file, 'two'), hashSha256 };
  const answer = await t.ask.requestUploads(id, [first, announced]);
  const grants = isAccepted(answer) ? readGrants(answer) : [];
  const grant = grants.find(({ referenceId }) => referenceId === 'two') ?? grants[1];
  if (grant === undefined) return;
  await t.ask.put(grant.url, file.bytes, file.contentType);
  const pathOf = (fileId: string): string => `/books/${id}/file/${fileId}/attach`;
  const path = pathOf(grant.id);
  await t.wire({ method: 'PATCH', path, json: { filename } });
  await sendPlain(t, { method: 'PATCH', path, json: { filename, hashSha256 } }, turn + 2);
  await t.wire({ method: 'PATCH', path, json: { filename, hashSha256 } });
  // A URL stays used, no matter what happened to its file.
  if (turn % 3 === 0) await t.ask.put(grant.url, file.bytes, file.contentType);
  const unknown = pathOf(t.make.unknownId());
  await t.wire({ method: 'PATCH', path: unknown, json: { filename, hashSha256 } });
}

/** The statuses in which the document has a call accepted; all if it is not listed. */
const acceptedIn: Readonly<Record<string, readonly string[]>> = {
  update: ['draft', 'published'],
  publish: ['draft'],
  unpublish: ['published'],
  delete: ['draft', 'withdrawn'],
};

/**
 * Sends one call without a key and one with a wrong key. Each would be accepted with the right key, so that only the
 * key can be the reason for a refusal. Another turn takes other operations.
 */
async function probeKeys(t: Stage, { id, format, externalId }: Book, turn: number): Promise<void> {
  const path = `/books/${id}`;
  const descriptors = [createDescriptor(t.make.sample(spareRoles[format]), 'one')];
  const requests: Readonly<Record<string, WireRequest>> = {
    update: { method: 'PATCH', path, json: mixedTexts(turn + 1) },
    unpublish: { method: 'POST', path: `${path}/unpublish`, json: {} },
    publish: { method: 'POST', path: `${path}/publish`, json: {} },
    delete: { method: 'DELETE', path, json: {} },
    upload: { method: 'POST', path: `${path}/upload`, json: descriptors },
    read: { method: 'GET', path },
    lookUp: { method: 'GET', path: `/books/external-id/${externalId}` },
  };
  // The read also separates changes by earlier requests from changes by these.
  const status = await fetchStatus(t, id);
  const candidates = Object.entries(requests)
    .filter(([name]) => acceptedIn[name]?.includes(status) !== false)
    .filter(([name]) => name !== 'delete' || t.target.allow.has('delete'))
    .map(([, request]) => request);
  await t.wire({ ...pick(candidates, 2 * turn), key: turn % 2 === 0 ? null : '' });
  await t.wire({ ...pick(candidates, 2 * turn + 1), ...pick(wrongKeys, turn) });
}

const probes = {
  updates: probeUpdates,
  uploads: probeUploads,
  attaches: probeAttaches,
  keys: probeKeys,
} satisfies Readonly<Record<string, Probe>>;

export type ProbeKind = keyof typeof probes;

export const probeKinds: readonly ProbeKind[] = ['updates', 'uploads', 'attaches', 'keys'];
