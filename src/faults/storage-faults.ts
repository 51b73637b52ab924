/** Faults of upload requests and of the storage. */
import { endReview } from '../sandbox/changes/index.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Upload } from '../sandbox/parts/index.ts';
import type { Refusal } from '../sandbox/readings/index.ts';
import {
  nameFaults,
  changeGrants,
  createUnjustifiedRefusal,
  refuseWhen,
  type Fault,
} from './fault.ts';

const filesGone = ['put.', 'attach.', 'upload.', 'flow.', 'chapters.', 'publish.'];

function createStorageRefusal(status: number, requirement: RequirementId): Refusal {
  return createUnjustifiedRefusal(requirement, { status, subject: 'storage' });
}

/** Refuses uploads before a byte is read. */
function refuseUploads(
  requirement: RequirementId,
  status: number,
  when: (upload: Omit<Upload, 'body'>) => boolean,
): Fault['override'] {
  return ({ admitUpload }) => ({
    admitUpload: async (upload, parts) => {
      if (when(upload)) throw createStorageRefusal(status, requirement);
      return admitUpload(upload, parts);
    },
  });
}

export const storageFaults = nameFaults({
  'last-grant-left-out': {
    breaks: ['upload.one-grant-each'],
    mayAlsoBreak: ['upload.', ...filesGone],
    description: 'A request for several files gets one grant too few.',
    override: changeGrants((grants) => (grants.length > 1 ? grants.slice(0, -1) : grants)),
  },
  'expired-url-given-again': {
    breaks: ['upload.fresh-after-expiry'],
    mayAlsoBreak: ['upload.', 'put.'],
    description:
      'A second request for the same file gets the first URL again, even if it has expired.',
    override: (parts) => {
      const first = new Map<string, string>();
      return changeGrants((grants) =>
        grants.map(({ grant, url }) => {
          const key = `${grant.bookId} ${grant.hash}`;
          const given = first.get(key) ?? url;
          first.set(key, given);
          return { grant, url: given };
        }),
      )(parts);
    },
  },
  'one-upload-at-a-time': {
    breaks: ['upload.parallel'],
    mayAlsoBreak: filesGone,
    description: 'During one upload all others are refused.',
    override: ({ admitUpload }) => {
      let busy = false;
      return {
        admitUpload: async (upload, parts) => {
          if (busy) throw createStorageRefusal(409, 'upload.parallel');
          busy = true;
          const free = (): void => {
            busy = false;
          };
          const receive = await admitUpload(upload, parts).catch((error: unknown) => {
            free();
            throw error;
          });
          return async (body) => receive(body).finally(free);
        },
      };
    },
  },
  'large-files-refused': {
    breaks: ['put.takes-bytes'],
    mayAlsoBreak: filesGone,
    description: 'A file of more than half a megabyte is refused.',
    override: ({ bytes }) => ({
      bytes: {
        receive: async (fileId) => {
          const incoming = await bytes.receive(fileId);
          let size = 0;
          return {
            ...incoming,
            write: async (chunk) => {
              size += chunk.byteLength;
              if (size > 500_000) throw createStorageRefusal(413, 'put.takes-bytes');
              await incoming.write(chunk);
            },
          };
        },
      },
    }),
  },
  'jpeg-refused': {
    breaks: ['put.content-types'],
    mayAlsoBreak: filesGone,
    description: 'The storage refuses images.',
    override: refuseUploads('put.content-types', 415, ({ header }) =>
      (header('content-type') ?? '').startsWith('image/'),
    ),
  },
  'received-file-starts-review': {
    breaks: ['status.changed-only-by'],
    // Such a book cannot be deleted. A list may be the first to show the status, and an attach before
    // the upload or a refused call after it may be the cause as well.
    mayAlsoBreak: [
      'list.agrees-with-book',
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
          const noted = await parts.store.noteUpload(id, claim, hash);
          const grant = await parts.store.readGrant(id);
          if (grant) {
            const now = parts.clock.now();
            await endReview(grant.bookId, () => 'in_review', { now, parts });
          }
          return noted;
        },
      },
    }),
  },
  'storage-wants-the-key': {
    breaks: ['put.no-key'],
    mayAlsoBreak: filesGone,
    description: 'An upload without the key is refused.',
    override: refuseUploads('put.no-key', 401, ({ header }) => header('apikey') === undefined),
  },
  'attach-wants-uppercase-hash': {
    breaks: ['attach.same-values'],
    mayAlsoBreak: filesGone,
    description: 'Attach accepts the hash of the upload request only in uppercase.',
    override: refuseWhen('attachFile', 'attach.same-values', ({ body }) =>
      /"hashSha256":"[0-9a-f]*[a-f]/.test(JSON.stringify(body)),
    ),
  },
});
