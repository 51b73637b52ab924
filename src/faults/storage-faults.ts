/** Faults of upload requests and of the storage. */
import { endReview } from '../sandbox/changes.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Parts, WireRequest } from '../sandbox/replaceable-parts/index.ts';
import type { Refusal } from '../sandbox/readings/index.ts';
import { nameFaults, changeGrants, createWrongRefusal, refuseWhen, type Fault } from './fault.ts';

/** Areas that drift if a file cannot be uploaded. */
const fileAreas = ['put.', 'attach.', 'upload.', 'flow.', 'chapters.', 'publish.'];

function createStorageRefusal(status: number, requirement: RequirementId): Refusal {
  return createWrongRefusal(requirement, { status, subject: 'storage' });
}

/** Refuses matching uploads before their bodies are read. */
function refuseUploads(
  requirement: RequirementId,
  status: number,
  matches: (upload: Pick<WireRequest, 'url' | 'header'>, parts: Parts) => boolean,
): Fault['override'] {
  return ({ admitUpload }) => ({
    admitUpload: async (upload, parts) => {
      if (matches(upload, parts)) throw createStorageRefusal(status, requirement);
      return admitUpload(upload, parts);
    },
  });
}

export const storageFaults = nameFaults({
  'last-grant-left-out': {
    breaks: ['upload.one-grant-each'],
    mayAlsoBreak: ['upload.', ...fileAreas],
    description: 'A request for several files gets one grant too few.',
    override: changeGrants((grants) => (grants.length > 1 ? grants.slice(0, -1) : grants)),
  },
  'expired-url-given-again': {
    breaks: ['upload.fresh-after-expiry'],
    mayAlsoBreak: ['upload.', 'put.'],
    description:
      'A second request for the same file gets the first URL again, even if it has expired.',
    override: (parts) => {
      const firstUrls = new Map<string, string>();
      return changeGrants((grants) =>
        grants.map(({ grant, url }) => {
          const key = `${grant.bookId} ${grant.hash}`;
          const firstUrl = firstUrls.get(key) ?? url;
          firstUrls.set(key, firstUrl);
          return { grant, url: firstUrl };
        }),
      )(parts);
    },
  },
  'one-upload-at-a-time': {
    breaks: ['upload.parallel'],
    mayAlsoBreak: fileAreas,
    description: 'While one upload is in progress, all others are refused.',
    override: ({ admitUpload }) => {
      let isBusy = false;
      return {
        admitUpload: async (upload, parts) => {
          if (isBusy) throw createStorageRefusal(409, 'upload.parallel');
          isBusy = true;
          const release = (): void => {
            isBusy = false;
          };
          const receive = await admitUpload(upload, parts).catch((error: unknown) => {
            release();
            throw error;
          });
          return async (body) => receive(body).finally(release);
        },
      };
    },
  },
  'large-files-refused': {
    breaks: ['put.takes-bytes'],
    mayAlsoBreak: fileAreas,
    description: 'A file of more than half a megabyte is refused.',
    override: ({ bytes }) => ({
      bytes: {
        receive: async (fileId) => {
          const writer = await bytes.receive(fileId);
          let size = 0;
          return {
            ...writer,
            write: async (chunk) => {
              size += chunk.byteLength;
              if (size > 500_000) throw createStorageRefusal(413, 'put.takes-bytes');
              await writer.write(chunk);
            },
          };
        },
      },
    }),
  },
  'jpeg-refused': {
    breaks: ['put.content-types'],
    mayAlsoBreak: fileAreas,
    description: 'The storage refuses images.',
    override: refuseUploads('put.content-types', 415, ({ header }) =>
      (header('content-type') ?? '').startsWith('image/'),
    ),
  },
  'received-file-starts-review': {
    breaks: ['status.changed-only-by'],
    // A book in review cannot be deleted. A list may be the first response that shows the status. An attach
    // before the upload, or a refused request after the upload, may look like the cause.
    mayAlsoBreak: [
      'list.agrees-with-book',
      'read.changes-nothing',
      'auth.no-effect',
      'attach.publish-again',
      'attach.returns-to-draft',
      'delete.',
      'flow.withdraw-and-delete',
    ],
    description: 'A book goes into review as soon as the storage has received one of its files.',
    override: (parts) => ({
      store: {
        noteUpload: async (id, claim, hash) => {
          const isStored = await parts.store.noteUpload(id, claim, hash);
          const grant = await parts.store.readGrant(id);
          if (grant) {
            const now = parts.clock.now();
            await endReview(grant.bookId, () => 'in_review', { now, parts });
          }
          return isStored;
        },
      },
    }),
  },
  'storage-wants-the-key': {
    breaks: ['put.no-key'],
    mayAlsoBreak: fileAreas,
    description: 'An upload without the API key is refused.',
    override: refuseUploads(
      'put.no-key',
      401,
      ({ header }, { contract }) => header(contract.keyHeader) === undefined,
    ),
  },
  'attach-wants-uppercase-hash': {
    breaks: ['attach.same-values'],
    mayAlsoBreak: fileAreas,
    description: 'Attach accepts the hash of the upload request only in uppercase.',
    override: refuseWhen('attachFile', 'attach.same-values', ({ body }) =>
      /"hashSha256":"[0-9a-f]*[a-f]/.test(JSON.stringify(body)),
    ),
  },
});
