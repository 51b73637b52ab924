/** Observes upload requests where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import {
  type Exchange,
  readGrants,
  parseProblem,
  getSentJson,
} from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  type FileDescriptor,
  type FileRole,
} from '../../../src/harness/arbitraries/index.ts';
import { getRefusal, omit } from '../steps/steps.ts';
import { withPublished, getSharedDraft } from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;

async function requestUploads(t: Stage, id: string, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: `/books/${id}/upload`, json });
}

function createSample(t: Stage, role: FileRole, label = 'file'): FileDescriptor {
  return createDescriptor(t.make.sample(role), label);
}

/** Requests uploads for the shared ebook draft; returns the status of a refusal, or undefined. */
async function requestAndGetRefusal(t: Stage, json: unknown): Promise<string | undefined> {
  const { id } = await getSharedDraft(t, 'ebook');
  return getRefusal(t, await requestUploads(t, id, json));
}

function isGranted({ operation, response: { status } }: Exchange): boolean {
  return operation === 'requestUploads' && status >= 200 && status < 300;
}

/** Returns the labels of descriptors or grants in order, or undefined if any label is missing. */
function getLabels(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const labels = list.flatMap((entry: unknown) => {
    const attributes =
      isObject(entry) && isObject(entry['attributes']) ? entry['attributes'] : entry;
    const label = isObject(attributes) ? attributes['referenceId'] : undefined;
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

/** Returns true if any descriptor in a request body has a malformed hash. */
function hasBadHash(body: unknown): boolean {
  const descriptors: unknown[] = Array.isArray(body) ? body : [];
  return descriptors.some((entry) => {
    const hash = isObject(entry) ? entry['hashSha256'] : undefined;
    return typeof hash === 'string' && !/^[0-9a-f]{64}$/i.test(hash);
  });
}

/** Describes a duration roughly, in seconds, minutes or hours. */
function describeDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `about ${Math.round(milliseconds / 1_000)} seconds`;
  return minutes < 120 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`;
}

export const observedUpload = section('Request uploads, where the document is silent', [
  watch('upload.response', (exchange) => {
    if (!isGranted(exchange)) return undefined;
    if (Array.isArray(exchange.response.body)) return 'reference';
    return isObject(exchange.response.body) && Array.isArray(exchange.response.body['data'])
      ? 'walkthrough'
      : undefined;
  }),
  watch('upload.order', (exchange) => {
    if (!isGranted(exchange) || !isObject(exchange.response.body)) return undefined;
    const requestedLabels = getLabels(getSentJson(exchange.request));
    const grantedLabels = getLabels(exchange.response.body['data']);
    // Repeated labels, or a single label, say nothing about the order.
    if (
      requestedLabels === undefined ||
      grantedLabels === undefined ||
      new Set(requestedLabels).size < requestedLabels.length
    ) {
      return undefined;
    }
    // A service may grant only some of the files.
    const expectedLabels = requestedLabels.filter((label) => grantedLabels.includes(label));
    if (expectedLabels.length < 2) return undefined;
    return expectedLabels.join() === grantedLabels.join() ? 'same-order' : 'any-order';
  }),
  watch('upload.hash-malformed', ({ operation, request, response: { status } }) => {
    if (operation !== 'requestUploads' || !hasBadHash(getSentJson(request))) return undefined;
    return status === 400 || status === 422 ? String(status) : undefined;
  }),
  watch('upload.invalid-params-name', ({ operation, response: { status, body } }) => {
    if (operation !== 'requestUploads' || status !== 400) return undefined;
    const invalidParams = parseProblem(body)?.invalidParams ?? [];
    return invalidParams.flatMap(({ name }) => classifySpelling(name) ?? [])[0];
  }),
  watch('upload.lifetime', (exchange) => {
    if (!isGranted(exchange)) return undefined;
    const { headers, text = '' } = exchange.response;
    const now = Date.parse(headers['date'] ?? '');
    const expiryTime = Date.parse(/"expiresAt":\s*"([^"]+)"/.exec(text)?.[1] ?? '');
    return Number.isNaN(expiryTime - now) ? undefined : describeDuration(expiryTime - now);
  }),
  observe(
    'upload.required',
    async (t) => {
      const { id } = await getSharedDraft(t, 'ebook');
      const optional: string[] = [];
      for (const key of ['referenceId', 'filename', 'hashSha256'] as const) {
        const response = await requestUploads(t, id, [omit(createSample(t, 'ebook_cover'), key)]);
        if (getRefusal(t, response) === undefined) optional.push(key);
      }
      if (optional.length === 0) return 'all-four';
      return optional.join() === 'referenceId,filename'
        ? 'role-and-hash'
        : `may be left out: ${optional.join(', ')}`;
    },
    needsWrite,
  ),
  observe(
    'upload.batch-meaning',
    async (t) => {
      const refusal = await requestAndGetRefusal(t, [createSample(t, 'audio_cover')]);
      return refusal === undefined ? 'first-item' : 'book-format';
    },
    needsWrite,
  ),
  observe(
    'upload.partial',
    async (t) => {
      const { id } = await getSharedDraft(t, 'ebook');
      const descriptors = [
        createSample(t, 'ebook_content', 'one'),
        createSample(t, 'audio_cover', 'two'),
      ];
      const response = await requestUploads(t, id, descriptors);
      if (getRefusal(t, response) !== undefined) return 'whole-batch';
      t.need.that(
        readGrants(response).length < descriptors.length,
        'every file of the batch was granted',
      );
      return 'others-granted';
    },
    needsWrite,
  ),
  observe('upload.empty', async (t) => (await requestAndGetRefusal(t, [])) ?? '201', needsWrite),
  observe(
    'upload.duplicates',
    async (t) => {
      const descriptor = createSample(t, 'ebook_cover');
      return (await requestAndGetRefusal(t, [descriptor, descriptor])) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'upload.refresh',
    async (t) => {
      const { id } = await getSharedDraft(t, 'ebook');
      const descriptors = [createSample(t, 'ebook_cover')];
      const ids: (string | undefined)[] = [];
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const [grant] = readGrants(t.need.accepted(await requestUploads(t, id, descriptors)));
        ids.push(grant?.id);
      }
      return ids[0] === ids[1] ? 'same-id' : 'new-id';
    },
    needsWrite,
  ),
  observe(
    'upload.any-status',
    async (t) => {
      const response = await withPublished(t, async ({ id }) =>
        requestUploads(t, id, [createSample(t, 'ebook_cover')]),
      );
      return getRefusal(t, response) === undefined ? 'any-status' : 'draft-only';
    },
    { needs: ['write', 'publish'] },
  ),
  observe(
    'upload.hash-form',
    async (t) => {
      const descriptor = createSample(t, 'ebook_cover');
      const refusal = await requestAndGetRefusal(t, [
        { ...descriptor, hashSha256: descriptor.hashSha256.toUpperCase() },
      ]);
      return refusal === undefined ? 'any-case' : 'lowercase-only';
    },
    needsWrite,
  ),
  observe(
    'upload.filename',
    async (t) => {
      const results: string[] = [];
      const { id } = await getSharedDraft(t, 'ebook');
      for (const filename of ['', '../cover.jpg', 'cover.exe']) {
        const response = await requestUploads(t, id, [
          { ...createSample(t, 'ebook_cover'), filename },
        ]);
        results.push(`${JSON.stringify(filename)}: ${getRefusal(t, response) ?? 'accepted'}`);
      }
      return results.join('; ');
    },
    needsWrite,
  ),
  observe(
    'upload.object-body',
    async (t) => (await requestAndGetRefusal(t, createSample(t, 'ebook_cover'))) ?? 'accepted',
    needsWrite,
  ),
]);
