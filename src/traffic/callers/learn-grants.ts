/** Remembers the files of an upload request with their URLs (File upload grant). */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { isAccepted, type Call } from './call.ts';
import type { CallerMemory, GrantedFile } from './caller-memory.ts';
import { remember } from './remember.ts';

/** Grants come bare or in an envelope, and name their descriptor by label or by position. */
export function learnGrants(memory: CallerMemory, { exchange, bookId }: Call): void {
  const { request, response } = exchange;
  const body = response?.body;
  const grants = isObject(body) ? body['data'] : body;
  const descriptors = request.body.kind === 'json' ? request.body.value : undefined;
  if (!isAccepted(exchange) || !isArray(grants) || !isArray(descriptors)) return;
  for (const [index, grant] of grants.entries()) {
    if (!isObject(grant) || typeof grant['id'] !== 'string') continue;
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const labelled = descriptors.find(
      (one) => isObject(one) && one['referenceId'] === fields['referenceId'],
    );
    const descriptor = labelled ?? descriptors[index];
    addGrant(memory, { id: grant['id'], fields, descriptor, bookId: bookId ?? '' });
  }
}

interface Granted {
  readonly id: string;
  readonly fields: JsonObject;
  readonly descriptor: unknown;
  readonly bookId: string;
}

function addGrant(memory: CallerMemory, { id, fields, descriptor, bookId }: Granted): void {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const declared = isObject(descriptor) ? descriptor : {};
  const url = text(fields['url']) ?? '';
  const file: GrantedFile = {
    id: id.toLowerCase(),
    bookId,
    url,
    expiresAt: Date.parse(text(fields['expiresAt']) ?? ''),
    filename: text(declared['filename']),
    hash: text(declared['hashSha256'])?.toLowerCase(),
    role: text(declared['role']),
    uploadedAt: undefined,
    uploadTried: false,
    attachedAt: undefined,
    attached: memory.filesById.get(id.toLowerCase())?.attached ?? false,
  };
  remember(memory.filesById, file.id, file);
  if (url !== '') remember(memory.filesByUrl, url, file);
}
