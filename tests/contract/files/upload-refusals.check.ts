/** What an upload request refuses: misfitting roles, wrong forms, unknown books. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { type Exchange, grants, problemOf } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { descriptorOf, type FileRole, type Format } from '../../../src/harness/values/index.ts';
import { accepted, without, workbench } from '../steps/index.ts';

/** Which roles fit which format, written out (document: File upload descriptor). */
const fitting: Readonly<Record<Format, readonly FileRole[]>> = {
  ebook: ['ebook_content', 'ebook_cover'],
  print: ['pod_content', 'pod_cover'],
  audio: ['audio_content', 'audio_cover'],
};
const misfitting: Readonly<Record<Format, readonly FileRole[]>> = {
  ebook: ['audio_content', 'audio_cover', 'pod_content', 'pod_cover'],
  print: ['ebook_content', 'ebook_cover', 'audio_content', 'audio_cover'],
  audio: ['ebook_content', 'ebook_cover', 'pod_content', 'pod_cover'],
};

async function request(t: Stage, id: string, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: `/books/${id}/upload`, json });
}

function descriptor(t: Stage, role: FileRole, label = 'file') {
  return descriptorOf(t.make.sample(role), label);
}

/**
 * A batch whose first file fits and whose second does not. Whether the others of such a batch
 * are granted is open, and so is the spelling of the name: what is certain is that the second
 * gets nothing, and that a refusal is a 400 that names its place and field.
 */
function fitsOnly(format: Format): CaseBody {
  return async (t) => {
    const { id } = await workbench(t, format);
    const [content = 'ebook_content', cover = 'ebook_cover'] = fitting[format];
    const batch = [descriptor(t, content, 'one'), descriptor(t, cover, 'two')];
    t.need.accepted(await request(t, id, batch));
    for (const role of misfitting[format]) {
      const mixed = [descriptor(t, content, 'one'), descriptor(t, role, 'two')];
      expectSecondRefused(t, await request(t, id, mixed), role);
    }
  };
}

function expectSecondRefused(t: Stage, answer: Exchange, role: FileRole): void {
  if (accepted(answer)) {
    const actual = `${grants(answer).length} grants`;
    t.expect.that(grants(answer).length < 2, { expected: `no grant for ${role}`, actual });
    return;
  }
  t.expect.problem(answer, 400);
  const names = (problemOf(answer.body)?.invalidParams ?? []).map(({ name }) => name);
  t.expect.that(
    names.some((name) => /\b1\b.*role/.test(name)),
    { expected: 'invalidParams naming the role of item 1', actual: names.join(', ') || 'no name' },
  );
}

/** Refuses each spoilt descriptor, sent alone, and takes it when it is as it should be. */
function refusesAlone(spoil: readonly JsonObject[], permitted: readonly number[]): CaseBody {
  return async (t) => {
    const { id } = await workbench(t, 'ebook');
    const good = descriptor(t, 'ebook_cover');
    for (const change of spoil) {
      const refused = await request(t, id, [{ ...good, ...change }]);
      t.expect.refused(refused, permitted, `for ${JSON.stringify(change)}`);
    }
    t.need.accepted(await request(t, id, [good]));
  };
}

const noHashes = ['0'.repeat(63), '0'.repeat(65), 'g'.repeat(64), 'not a hash'];

export const uploadRefusals = section('Request uploads: what is refused', [
  check('upload.role-fits-format', {
    'grants an ebook no file of another format': fitsOnly('ebook'),
    'grants a print book no file of another format': fitsOnly('print'),
    'grants an audiobook no file of another format': fitsOnly('audio'),
  }),
  check('upload.descriptor-role', {
    'refuses a role outside the six': refusesAlone(
      [{ role: 'book_content' }, { role: 'cover' }],
      [400],
    ),
  }),
  check('upload.descriptor-hash', {
    'refuses a hash that is not 64 hexadecimal digits': refusesAlone(
      noHashes.map((hashSha256) => ({ hashSha256 })),
      [400, 422],
    ),
  }),
  check('upload.descriptor-filename', {
    'refuses a file name that is no string': refusesAlone([{ filename: 5 }], [400, 422]),
  }),
  check('upload.descriptor-reference-id', {
    'refuses a label that is no string': refusesAlone([{ referenceId: 5 }], [400, 422]),
  }),
  check(
    'upload.schema-400',
    {
      'answers 400 to a body that is no array, and to a descriptor without a role': async (t) => {
        const { id } = await workbench(t, 'ebook');
        const good = descriptor(t, 'ebook_cover');
        for (const json of ['files', 42, [without(good, 'role')], ['a file']]) {
          t.expect.problem(await request(t, id, json), 400);
        }
        t.need.accepted(await request(t, id, [good]));
      },
    },
    { reach: 'shape' },
  ),
  check(
    'upload.content-type-400',
    {
      'refuses descriptors sent as plain text': async (t) => {
        const { id } = await workbench(t, 'ebook');
        const good = [descriptor(t, 'ebook_cover')];
        const text = JSON.stringify(good);
        const sent = { method: 'POST', path: `/books/${id}/upload`, text };
        t.expect.problem(await t.wire({ ...sent, contentType: 'text/plain' }), 400);
        t.need.accepted(await request(t, id, good));
      },
    },
    { reach: 'shape' },
  ),
  check('upload.unknown-404', {
    'answers 404 for a book that does not exist': async (t) => {
      const { id } = await workbench(t, 'ebook');
      const good = [descriptor(t, 'ebook_cover')];
      t.need.accepted(await request(t, id, good));
      t.expect.notFound(await request(t, t.make.unknownId(), good));
    },
  }),
]);
