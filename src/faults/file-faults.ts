/** Faults of requesting upload URLs, uploading files and attaching them. */
import { endReview } from '../sandbox/changes.ts';
import { nameFaults, changeRules, changeGrants, changeRefusals, changeOperation } from './fault.ts';

export const fileFaults = nameFaults({
  'hash-not-compared': {
    breaks: ['attach.hash-mismatch-422', 'attach.references-only-after', 'errors.documented-422'],
    description: 'A file is attached even if its hash differs.',
    override: () => ({ rules: { isSameHash: () => true } }),
  },
  'hash-compared-by-first-digits': {
    breaks: ['attach.hash-mismatch-422'],
    description: 'Hashes with the same first eight digits count as equal.',
    override: changeRules((rules) => ({
      isSameHash: (first, second) => rules.isSameHash(first.slice(0, 8), second.slice(0, 8)),
    })),
  },
  'attach-keeps-status': {
    breaks: ['attach.returns-to-draft', 'attach.publish-again'],
    // A list may be the first response that shows the status.
    mayAlsoBreak: ['list.agrees-with-book'],
    description: 'A published book stays published when a file is attached.',
    override: () => ({ rules: { getStatusAfterAttach: (status) => status } }),
  },
  'attach-forgets-file': {
    breaks: ['attach.references-file'],
    // Without its files a book cannot be published, and has no tracks for its chapters.
    mayAlsoBreak: ['publish.from-draft', 'flow.', 'chapters.set-by-update'],
    description: 'An attach succeeds, but the book does not reference the file.',
    override: () => ({ rules: { addAttachedFile: (files) => [...files] } }),
  },
  'used-url-works': {
    breaks: ['put.used-url'],
    description: 'A used URL accepts other bytes, even after its file was attached.',
    override: ({ store }) => {
      const latestHashes = new Map<string, string>();
      return {
        store: {
          claimGrant: async (id, claim) => {
            await store.claimGrant(id, claim, true);
            return true;
          },
          noteUpload: async (id, claim, hash) => {
            latestHashes.set(id, hash);
            await store.noteUpload(id, claim, hash);
            return true;
          },
          readGrant: async (id) => {
            const grant = await store.readGrant(id);
            return grant && { ...grant, storedHash: latestHashes.get(id) ?? grant.storedHash };
          },
        },
      };
    },
  },
  'expired-url-works': {
    breaks: ['put.deadline'],
    description: 'A URL accepts its file after the deadline.',
    override: () => ({ rules: { isUploadOpen: () => true } }),
  },
  'role-misfit-accepted': {
    breaks: ['upload.role-fits-format'],
    description: 'A file of any role is accepted for any format.',
    override: () => ({ rules: { roleFitsFormat: () => true } }),
  },
  'role-refusal-blames-first': {
    breaks: ['problem.param-names', 'upload.role-fits-format'],
    description:
      'The refusal of a role that does not fit always names the first file of the batch.',
    override: changeRefusals('upload.role-fits-format', ({ invalidParams }) => ({
      invalidParams: invalidParams.map((param) => ({ ...param, name: '0.role' })),
    })),
  },
  'upload-request-makes-draft': {
    breaks: ['upload.keeps-status'],
    // The next response that shows the status may be a list, or follow a refused attach.
    mayAlsoBreak: ['list.agrees-with-book', 'attach.refused-changes-nothing'],
    description: 'An accepted request for upload URLs turns any book into a draft.',
    override: changeOperation('requestUploads', async (operate, call, parts) => {
      const response = await operate(call, parts);
      await endReview(call.bookId, () => 'draft', { now: call.now, parts });
      return response;
    }),
  },
  'grants-share-a-url': {
    breaks: ['upload.url-per-file'],
    // The second upload finds its URL used, and its file is never sent. If only the second file is sent, it is stored
    // for the first, and the attach of the second is refused although its bytes went to its own URL.
    mayAlsoBreak: [
      'upload.parallel',
      'attach.hash-mismatch-422',
      'attach.answers-200',
      'attach.same-values',
    ],
    description: 'All grants of a request have the URL of the first grant.',
    override: changeGrants((grants) =>
      grants.map((signedGrant) => ({ ...signedGrant, url: grants[0]?.url ?? signedGrant.url })),
    ),
  },
  'grants-forget-labels': {
    breaks: ['upload.grant-reference-id'],
    description: 'The `referenceId` of a grant is the file name.',
    override: changeGrants((grants) =>
      grants.map(({ grant, url }) => ({ url, grant: { ...grant, referenceId: grant.filename } })),
    ),
  },
});
