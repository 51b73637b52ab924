/** Probes: requests about one book that a service must refuse in every status. */
import { isArray, isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { readGrants } from '../../../src/harness/evidence/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  formats,
  listBodyVariations,
  createMixedTexts,
  createMixedTitle,
  requiredRoles,
  spareRoles,
} from '../../../src/harness/values/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { fetchBook, fetchStatus, isAccepted } from '../steps/index.ts';
import {
  chooseVariations,
  createTwoDescriptors,
  listRefused,
  listRefusedUpdates,
} from '../schemas/index.ts';

/** Keys that a service must refuse: an unknown key, an empty one, and variants of the correct key. */
export const wrongKeys = [
  { key: 'no-such-key-4f1d' },
  { alteredKey: 'longer' },
  { key: '' },
  { alteredKey: 'other-case' },
  { alteredKey: 'shorter' },
] as const;

/** Returns the value of a turn; successive turns cycle through all values. */
function pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[], turn: number): Value {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

const invalidIsbns = ['9780306406158', '9780306506157', '9780306406517', '0306406152', 'zero'];
const impossibleDays = ['2031-02-30', '2031-02-29', '2031-04-31', '2031-13-01', '2031-01-32'];

type Probe = (t: Stage, book: Book, turn: number) => Promise<void>;

export interface ProbeOptions {
  /** Chooses the bad values. */
  readonly turn: number;
  /** Chooses the requests to send without a valid key; `turn` by default. */
  readonly keyTurn?: number;
  /** All by default. */
  readonly kinds?: readonly ProbeKind[];
}

/** Sends bad requests of some kinds, and reads the book at the end. */
export async function probeRefusals(
  t: Stage,
  book: Book,
  { turn, keyTurn = turn, kinds = probeKinds }: ProbeOptions,
): Promise<void> {
  for (const kind of kinds) await probes[kind](t, book, kind === 'keys' ? keyTurn : turn);
  // If the service wrongly accepted an update, the book is a draft now, and a delete would remove it.
  const isInShops = ['in_review', 'published'].includes(await fetchStatus(t, book.id));
  if (isInShops && t.target.allow.has('delete')) await probeDelete(t, book);
}

/** Holds whether the service has deleted a book that was in the shops, which the document permits. */
const getDeletePractice = oncePerRun(async () => Promise.resolve({ deletesInShops: false }));

/** Deletes a book in the shops, unless the service is known to carry that out. */
async function probeDelete(t: Stage, { id }: Book): Promise<void> {
  const practice = await getDeletePractice(t);
  if (practice.deletesInShops) return;
  const isDeleted = isAccepted(await t.ask.delete(id));
  // Another case may have noted it in the meantime.
  practice.deletesInShops ||= isDeleted;
  t.need.that(!isDeleted, 'the service deleted this book while it was in the shops');
}

/** Sends a JSON body as text/plain, but only every third turn. */
async function sendPlain(t: Stage, request: WireRequest, turn: number): Promise<void> {
  if (turn % 3 !== 0) return;
  const { json, ...rest } = request;
  await t.wire({ ...rest, text: JSON.stringify(json), contentType: 'text/plain' });
}

/** Returns two chapters with the same file: one of the book in odd turns, unknown files in even turns. */
async function createUnfitChapters(t: Stage, id: string, turn: number): Promise<JsonObject[]> {
  const { chapters } = turn % 2 === 1 ? await fetchBook(t, id) : {};
  const [chapter] = isArray(chapters) ? chapters : [];
  const fileId = isObject(chapter) ? chapter['fileId'] : undefined;
  return [1, 2].map((sequence) => ({
    fileId: fileId ?? t.make.unknownId(),
    sequence,
    title: createMixedTitle(sequence),
  }));
}

async function probeUpdates(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const send = async (fields: JsonObject): Promise<unknown> => {
    const { keyword, subtitle } = createMixedTexts(turn);
    return t.wire({
      method: 'PATCH',
      path: `/books/${id}`,
      json: { keyword, subtitle, ...fields },
    });
  };
  const refused = chooseVariations(listRefusedUpdates(format), { turn });
  for (const index of [2 * turn, 2 * turn + 1]) {
    const { json } = pick(refused, index);
    await send(isObject(json) ? json : {});
  }
  await send({ isbn: pick(invalidIsbns, turn) });
  await send({ publicationDate: pick(impossibleDays, turn) });
  if (format === 'audio') await send({ chapters: await createUnfitChapters(t, id, turn) });
  await sendPlain(t, { method: 'PATCH', path: `/books/${id}`, json: { title: 'Plain' } }, turn);
}

async function probeUploads(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const path = `/books/${id}/upload`;
  const send = async (json: unknown): Promise<unknown> => t.wire({ method: 'POST', path, json });
  const descriptors = createTwoDescriptors(t, format);
  const third = createDescriptor(t.make.sample(requiredRoles[format][1]), 'three');
  const otherFormats = formats.filter((other) => other !== format);
  const misfitRole = spareRoles[pick(otherFormats, turn)];
  const refused = chooseVariations(
    listRefused(listBodyVariations('requestUploads', descriptors)).filter(
      ({ path: [index] }) => index === 1,
    ),
    { turn },
  );
  for (const index of [2 * turn, 2 * turn + 1]) await send(pick(refused, index).value);
  await send([...descriptors, { ...third, role: misfitRole }]);
  await sendPlain(t, { method: 'POST', path, json: descriptors.slice(1) }, turn + 1);
}

/** Sends attaches with a hash whose last digit differs, without a hash, and of an unknown file. */
async function probeAttaches(t: Stage, { id, format }: Book, turn: number): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const lastDigit = file.hashSha256.endsWith('0') ? '1' : '0';
  const hashSha256 = `${file.hashSha256.slice(0, -1)}${lastDigit}`;
  const { filename } = file;
  const otherDescriptor = createDescriptor(t.make.sample(requiredRoles[format][0]), 'one');
  const descriptor = { ...createDescriptor(file, 'two'), hashSha256 };
  const response = await t.ask.requestUploads(id, [otherDescriptor, descriptor]);
  const grants = isAccepted(response) ? readGrants(response) : [];
  const grant = grants.find(({ referenceId }) => referenceId === 'two') ?? grants[1];
  if (grant === undefined) return;
  await t.ask.put(grant.url, file.bytes, file.contentType);
  const getAttachPath = (fileId: string): string => `/books/${id}/file/${fileId}/attach`;
  const path = getAttachPath(grant.id);
  await t.wire({ method: 'PATCH', path, json: { filename } });
  await sendPlain(t, { method: 'PATCH', path, json: { filename, hashSha256 } }, turn + 2);
  await t.wire({ method: 'PATCH', path, json: { filename, hashSha256 } });
  // Shows whether the service refuses a used URL whose file was not attached, and whether it does so each time.
  if (turn % 3 === 0) await t.ask.put(grant.url, file.bytes, file.contentType);
  const unknownPath = getAttachPath(t.make.unknownId());
  await t.wire({ method: 'PATCH', path: unknownPath, json: { filename, hashSha256 } });
}

/** The statuses in which a service must accept a request; an unlisted request is accepted in all. */
const acceptedIn: Readonly<Record<string, readonly string[]>> = {
  update: ['draft', 'published'],
  publish: ['draft'],
  unpublish: ['published'],
  delete: ['draft', 'withdrawn'],
};

/**
 * Sends one request without a key and one with a wrong key. With the right key the service would accept
 * both, so only the key can be the reason for a refusal. The turn chooses the operations.
 */
async function probeKeys(t: Stage, { id, format, externalId }: Book, turn: number): Promise<void> {
  const path = `/books/${id}`;
  const descriptors = [createDescriptor(t.make.sample(spareRoles[format]), 'one')];
  const requests: Readonly<Record<string, WireRequest>> = {
    update: { method: 'PATCH', path, json: createMixedTexts(turn + 1) },
    unpublish: { method: 'POST', path: `${path}/unpublish`, json: {} },
    publish: { method: 'POST', path: `${path}/publish`, json: {} },
    delete: { method: 'DELETE', path, json: {} },
    upload: { method: 'POST', path: `${path}/upload`, json: descriptors },
    read: { method: 'GET', path },
    lookUp: { method: 'GET', path: `/books/external-id/${externalId}` },
  };
  // This read also shows changes by earlier requests, so that they are not blamed on these.
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
