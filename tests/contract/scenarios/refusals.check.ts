/** Requests about unknown books and incomplete books, which a service must refuse; the monitor judges each response. */
import { readFields } from '../../../src/contract/fields.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { createDescriptor, formats, replaceAt } from '../../../src/harness/arbitraries/index.ts';

const requestUnknownBook: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  const file = t.make.sample('ebook_cover');
  const { filename, hashSha256 } = file;
  const attach = `${path}/file/${t.make.unknownId()}/attach`;
  await t.wire({ method: 'GET', path });
  await t.wire({ method: 'GET', path: '/books/external-id/no-such-book' });
  await t.wire({ method: 'PATCH', path, json: { subtitle: 'A sea' } });
  await t.wire({ method: 'POST', path: `${path}/upload`, json: [createDescriptor(file, 'one')] });
  await t.wire({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
};

const publishUnknownBook: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  await t.wire({ method: 'POST', path: `${path}/publish`, json: {} });
  await t.wire({ method: 'POST', path: `${path}/unpublish`, json: {} });
};

const deleteUnknownBook: CaseBody = async (t) => {
  await t.wire({ method: 'DELETE', path: `/books/${t.make.unknownId()}`, json: {} });
};

/** Leaves out one property after the other: a service may check some of them, or for some formats. */
const leaveOutProperties: CaseBody = async (t) => {
  for (const format of formats) {
    for (const left of readFields().create.required) {
      const json = replaceAt(t.make.body(format), [left], undefined);
      await t.wire({ method: 'POST', path: '/books', json });
    }
  }
};

const problemAreas = ['problem.', 'message.', 'body.', 'errors.'];

export const refusals = section('Requests about unknown and incomplete books', [
  check(
    'create.required-properties',
    { 'refuses a create without any of the required properties': leaveOutProperties },
    { covers: ['create.', ...problemAreas], needs: ['read', 'write'], reach: 'shape' },
  ),
  check(
    'read.unknown-404',
    { 'refuses to read, look up or change an unknown book': requestUnknownBook },
    {
      covers: ['read.', 'lookup.', 'update.', 'upload.', 'attach.', ...problemAreas],
      needs: ['read', 'write'],
      depth: 'quick',
    },
  ),
  check(
    'publish.unknown-404',
    { 'refuses to publish or withdraw an unknown book': publishUnknownBook },
    { covers: ['publish.', 'unpublish.'], needs: ['write', 'publish'], depth: 'quick' },
  ),
  check(
    'delete.unknown-404',
    { 'refuses to delete an unknown book': deleteUnknownBook },
    { covers: ['delete.'], needs: ['write', 'delete'], depth: 'quick' },
  ),
]);
