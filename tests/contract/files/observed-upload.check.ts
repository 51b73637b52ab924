/** Observations of upload requests. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { type Exchange, readGrants, parseProblem } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  type FileDescriptor,
  type FileRole,
} from '../../../src/harness/values/index.ts';
import { getRefusal, withPublished, omit, getWorkbench } from '../steps/index.ts';

const write = { needs: ['write'] } as const;

async function requestUploads(t: Stage, id: string, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: `/books/${id}/upload`, json });
}

function createSample(t: Stage, role: FileRole, label = 'file'): FileDescriptor {
  return createDescriptor(t.make.sample(role), label);
}

/** Requests uploads for an ebook. */
async function requestAndGetRefusal(t: Stage, json: unknown): Promise<string | undefined> {
  const { id } = await getWorkbench(t, 'ebook');
  return getRefusal(t, await requestUploads(t, id, json));
}

function isGranted({ operation, status }: Exchange): boolean {
  return operation === 'requestUploads' && status >= 200 && status < 300;
}

/** Returns the labels of descriptors or grants in order; undefined if one has none. */
function getLabels(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const labels = list.flatMap((entry: unknown) => {
    const inner = isObject(entry) && isObject(entry['attributes']) ? entry['attributes'] : entry;
    const label = isObject(inner) ? inner['referenceId'] : undefined;
    return typeof label === 'string' ? [label] : [];
  });
  return labels.length === list.length ? labels : undefined;
}

function classifySpelling(name: string): string | undefined {
  if (!/role|hash|filename|reference/i.test(name)) return undefined;
  if (/^\d+\.\w+$/.test(name)) return 'dotted';
  if (/^\[\d+\]\.?\w+$/.test(name)) return 'bracketed';
  return /^\/\d+\/\w+$/.test(name) ? 'pointer' : 'another form';
}

/** Returns whether a descriptor of a request has a malformed hash. */
function hasBadHash(body: unknown): boolean {
  const list: unknown[] = Array.isArray(body) ? body : [];
  return list.some((entry) => {
    const hash = isObject(entry) ? entry['hashSha256'] : undefined;
    return typeof hash === 'string' && !/^[0-9a-f]{64}$/i.test(hash);
  });
}

/** Describes a duration in the largest unit that divides it almost evenly. */
function describeDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `about ${Math.round(milliseconds / 1_000)} seconds`;
  return minutes < 120 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`;
}

export const observedUpload = section('Request uploads, where the document is silent', [
  watch('upload.response', (exchange) => {
    if (!isGranted(exchange)) return undefined;
    if (Array.isArray(exchange.body)) return 'reference';
    return isObject(exchange.body) && Array.isArray(exchange.body['data'])
      ? 'walkthrough'
      : undefined;
  }),
  watch('upload.order', (exchange) => {
    if (!isGranted(exchange) || !isObject(exchange.body)) return undefined;
    const sent = getLabels(exchange.request.body);
    const given = getLabels(exchange.body['data']);
    // Repeated labels, or a single one, say nothing about the order.
    if (sent === undefined || given === undefined || new Set(sent).size < sent.length) {
      return undefined;
    }
    // If only some of a batch are granted, those count.
    const expected = sent.filter((label) => given.includes(label));
    if (expected.length < 2) return undefined;
    return expected.join() === given.join() ? 'same-order' : 'any-order';
  }),
  watch('upload.hash-malformed', ({ operation, status, request: { body } }) => {
    if (operation !== 'requestUploads' || !hasBadHash(body)) return undefined;
    return status === 400 || status === 422 ? String(status) : undefined;
  }),
  watch('upload.invalid-params-name', ({ operation, status, body }) => {
    if (operation !== 'requestUploads' || status !== 400) return undefined;
    const names = parseProblem(body)?.invalidParams ?? [];
    return names.flatMap(({ name }) => classifySpelling(name) ?? [])[0];
  }),
  watch('upload.lifetime', (exchange) => {
    if (!isGranted(exchange)) return undefined;
    const now = Date.parse(exchange.headers['date'] ?? '');
    const deadline = Date.parse(/"expiresAt":\s*"([^"]+)"/.exec(exchange.text)?.[1] ?? '');
    return Number.isNaN(deadline - now) ? undefined : describeDuration(deadline - now);
  }),
  observe(
    'upload.required',
    async (t) => {
      const { id } = await getWorkbench(t, 'ebook');
      const optional: string[] = [];
      for (const key of ['referenceId', 'filename', 'hashSha256'] as const) {
        const answer = await requestUploads(t, id, [omit(createSample(t, 'ebook_cover'), key)]);
        if (getRefusal(t, answer) === undefined) optional.push(key);
      }
      if (optional.length === 0) return 'all-four';
      return optional.join() === 'referenceId,filename'
        ? 'role-and-hash'
        : `may be left out: ${optional.join(', ')}`;
    },
    write,
  ),
  observe(
    'upload.batch-meaning',
    async (t) => {
      const refused = await requestAndGetRefusal(t, [createSample(t, 'audio_cover')]);
      return refused === undefined ? 'first-item' : 'book-format';
    },
    write,
  ),
  observe(
    'upload.partial',
    async (t) => {
      const { id } = await getWorkbench(t, 'ebook');
      const mixed = [
        createSample(t, 'ebook_content', 'one'),
        createSample(t, 'audio_cover', 'two'),
      ];
      const answer = await requestUploads(t, id, mixed);
      if (getRefusal(t, answer) !== undefined) return 'whole-batch';
      t.need.that(readGrants(answer).length < mixed.length, 'every file of the batch was granted');
      return 'others-granted';
    },
    write,
  ),
  observe('upload.empty', async (t) => (await requestAndGetRefusal(t, [])) ?? '201', write),
  observe(
    'upload.duplicates',
    async (t) => {
      const one = createSample(t, 'ebook_cover');
      return (await requestAndGetRefusal(t, [one, one])) ?? 'accepted';
    },
    write,
  ),
  observe(
    'upload.refresh',
    async (t) => {
      const { id } = await getWorkbench(t, 'ebook');
      const one = [createSample(t, 'ebook_cover')];
      const ids: (string | undefined)[] = [];
      for (const _ of ['first', 'again']) {
        const [grant] = readGrants(t.need.accepted(await requestUploads(t, id, one)));
        ids.push(grant?.id);
      }
      return ids[0] === ids[1] ? 'same-id' : 'new-id';
    },
    write,
  ),
  observe(
    'upload.any-status',
    async (t) => {
      const ask = async (id: string): Promise<Exchange> =>
        requestUploads(t, id, [createSample(t, 'ebook_cover')]);
      const answer = await withPublished(t, async ({ id }) => ask(id));
      return getRefusal(t, answer) === undefined ? 'any-status' : 'draft-only';
    },
    { needs: ['write', 'publish'] },
  ),
  observe(
    'upload.hash-form',
    async (t) => {
      const one = createSample(t, 'ebook_cover');
      const refused = await requestAndGetRefusal(t, [
        { ...one, hashSha256: one.hashSha256.toUpperCase() },
      ]);
      return refused === undefined ? 'any-case' : 'lowercase-only';
    },
    write,
  ),
  observe(
    'upload.filename',
    async (t) => {
      const results: string[] = [];
      const { id } = await getWorkbench(t, 'ebook');
      for (const filename of ['', '../cover.jpg', 'cover.exe']) {
        const answer = await requestUploads(t, id, [
          { ...createSample(t, 'ebook_cover'), filename },
        ]);
        results.push(`${JSON.stringify(filename)}: ${getRefusal(t, answer) ?? 'accepted'}`);
      }
      return results.join('; ');
    },
    { ...write, depth: 'deep' },
  ),
  observe(
    'upload.object-body',
    async (t) => (await requestAndGetRefusal(t, createSample(t, 'ebook_cover'))) ?? 'accepted',
    write,
  ),
]);
