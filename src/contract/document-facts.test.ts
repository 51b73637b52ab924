/**
 * States the facts of the interface document as literals, each with its section. Code takes them from the contract, so
 * this is the only second copy: a contract that misreads the document fails here.
 */
import { describe, expect, it } from 'vitest';
import { findListParameter, readFields } from './fields.ts';
import { follow, isObject } from './json-pointer.ts';
import { getSuccess, operationIds, type OperationId } from './operations.ts';
import { readRequestBody } from './requests/index.ts';
import { resolveSchema } from './schema-nodes.ts';
import { apiPrefix, readContract } from './spec.ts';

const contract = readContract();
const { operations, document } = contract;

function readSchema(name: string) {
  return resolveSchema(document, `#/components/schemas/${name}`).schema;
}

function readProperty(schema: string, name: string) {
  return resolveSchema(document, `#/components/schemas/${schema}/properties/${name}`).schema;
}

describe('Endpoints', () => {
  it('has eleven operations, each with its method and path, and with its success', () => {
    const rows = operationIds.map((id) => {
      const { method, path } = operations[id];
      return [id, method, path, getSuccess(operations[id]).statuses];
    });
    expect(rows).toEqual([
      ['createBook', 'POST', '/books', [201]],
      ['listBooks', 'GET', '/books', [200]],
      ['readBook', 'GET', '/books/{bookPublicId}', [200]],
      ['lookUpBook', 'GET', '/books/external-id/{bookExternalId}', [200]],
      ['updateBook', 'PATCH', '/books/{bookPublicId}', [200]],
      ['requestUploads', 'POST', '/books/{bookPublicId}/upload', [201]],
      ['putFile', 'PUT', '/{presignedUrl}', '2xx'],
      ['attachFile', 'PATCH', '/books/{bookPublicId}/file/{fileId}/attach', [200]],
      ['publishBook', 'POST', '/books/{bookPublicId}/publish', [204]],
      ['unpublishBook', 'POST', '/books/{bookPublicId}/unpublish', '2xx'],
      ['deleteBook', 'DELETE', '/books/{bookPublicId}', '2xx'],
    ]);
  });

  it('requires ten fields of a create, and lists five optional ones', () => {
    const { all, required } = readFields().create;
    const requiredNames =
      'format title language description category copyright saleTerritory publicationDate contributor price';
    expect(required.toSorted()).toEqual(requiredNames.split(' ').toSorted());
    const optional = all.filter((name) => !required.includes(name));
    expect(optional.toSorted()).toEqual([
      'audioDetails',
      'externalId',
      'isbn',
      'keyword',
      'subtitle',
    ]);
  });

  it('requires no field of an update, which may have chapters and audio details', () => {
    const { all, required } = readFields().update;
    expect(required).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(['chapters', 'audioDetails', 'isFinalVersion']));
  });

  it('names the file and its hash in an attach', () => {
    expect(readSchema('AttachRequest')['required']).toEqual(['filename', 'hashSha256']);
  });

  it('takes five parameters of the list', () => {
    expect(readFields().listParameters).toEqual([
      expect.objectContaining({ name: 'page', default: 1, minimum: 1 }),
      expect.objectContaining({ name: 'perPage', default: 50, minimum: 1, maximum: 100 }),
      expect.objectContaining({
        name: 'sort',
        default: 'createdAt',
        values: ['createdAt', 'title', 'productIdentifier'],
      }),
      expect.objectContaining({ name: 'format', values: ['ebook', 'print', 'audio'] }),
      expect.objectContaining({ name: 'language', values: undefined }),
    ]);
    expect(findListParameter('page')?.maximum).toBeUndefined();
  });
});

describe('Authentication', () => {
  it('expects the key in the header apikey, except for the upload to a presigned URL', () => {
    expect(contract.keyHeader).toBe('apikey');
    const keyless = operationIds.filter((id) => !operations[id].needsKey);
    expect(keyless).toEqual(['putFile']);
  });
});

describe('Versioning', () => {
  it('has the version in the prefix of the path', () => {
    expect(apiPrefix).toBe('/v2/distribution');
  });
});

describe('Errors', () => {
  const documented: Readonly<Record<OperationId, readonly string[]>> = {
    createBook: ['201', '400', '401', '422'],
    listBooks: ['200', '400', '401'],
    readBook: ['200', '400', '401', '404'],
    lookUpBook: ['200', '401', '422'],
    updateBook: ['200', '400', '401', '404', '422'],
    requestUploads: ['201', '400', '401', '404', '409'],
    putFile: ['409', 'default'],
    attachFile: ['200', '400', '401', '404', '409', '422'],
    publishBook: ['204', '400', '401', '404', '422'],
    unpublishBook: ['2XX', '400', '401', '404'],
    deleteBook: ['2XX', '400', '401', '404', '409'],
  };

  it.each(operationIds)('lists the statuses of %s', (id) => {
    const statuses = operations[id].responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(documented[id].toSorted());
  });

  it('gives a malformed request 400, and an invalid ISBN or date 422', () => {
    const read = (body: object) =>
      readRequestBody(contract, operations.updateBook, body).violations.map((violation) => [
        violation.name,
        violation.statuses,
      ]);
    expect(read({ title: 5 })).toEqual([['title', [400]]]);
    expect(read({ publicationDate: 'soon' })).toEqual([['publicationDate', [422]]]);
    expect(readProperty('BookCreate', 'isbn')['x-violation-status']).toBe(422);
  });

  it('describes a Problem by six members, of which only the type may be missing', () => {
    const { properties, required } = readSchema('Problem');
    expect(Object.keys(isObject(properties) ? properties : {}).toSorted()).toEqual([
      'detail',
      'instance',
      'invalidParams',
      'status',
      'title',
      'type',
    ]);
    expect(required).not.toContain('type');
  });
});

describe('Book', () => {
  it('shows 24 fields, of which series and audience are always present', () => {
    const { all, required } = readFields().book;
    expect(all).toHaveLength(24);
    expect(required).toEqual(expect.arrayContaining(['series', 'audience', 'imprint', 'files']));
  });

  it('lets ten fields be null, among them the keywords of a book without any', () => {
    const nullable = readFields().book.all.filter((name) => {
      const { type } = readProperty('BookAttributes', name);
      return type === undefined || [type].flat().includes('null');
    });
    expect(nullable.toSorted()).toEqual([
      'audience',
      'audioDetails',
      'chapters',
      'ebookDetails',
      'externalId',
      'isbn',
      'keyword',
      'podDetails',
      'series',
      'subtitle',
    ]);
  });

  it('has three formats, two audio editions and six file roles', () => {
    expect(readSchema('Format')['enum']).toEqual(['ebook', 'print', 'audio']);
    expect(readSchema('AudioEdition')['enum']).toEqual(['UBR', 'ABR']);
    expect(readSchema('FileRole')['enum']).toEqual([
      'ebook_content',
      'ebook_cover',
      'audio_content',
      'audio_cover',
      'pod_content',
      'pod_cover',
    ]);
  });

  it('describes a contributor by two names and a role, and a price by currency and amount', () => {
    expect(readSchema('Contributor')['required']).toEqual(['firstName', 'lastName', 'role']);
    expect(readSchema('Price')['required']).toEqual(['currency', 'price']);
  });
});

describe('Chapter (audiobooks only)', () => {
  it('needs a file, a sequence from 1 and a title, but no ASCII title', () => {
    expect(readFields().chapter).toEqual({
      all: ['fileId', 'sequence', 'title', 'titleAscii'],
      required: ['fileId', 'sequence', 'title'],
    });
    expect(readProperty('Chapter', 'sequence')).toMatchObject({ type: 'integer', minimum: 1 });
  });
});

describe('File upload descriptor and grant', () => {
  it('declares label, role, name and a hash of 64 hexadecimal digits', () => {
    expect(readSchema('FileUploadDescriptor')['required']).toEqual([
      'referenceId',
      'role',
      'filename',
      'hashSha256',
    ]);
    expect(readProperty('FileUploadDescriptor', 'hashSha256')['pattern']).toBe('^[0-9A-Fa-f]{64}$');
  });

  it('grants with the type book-file-upload, or without an envelope', () => {
    expect(readProperty('Grant', 'type')['const']).toBe('book-file-upload');
    expect(readSchema('BareGrant')['required']).toEqual(['id', 'url', 'expiresAt']);
  });
});

describe('Book list item', () => {
  it('shows thirteen attributes', () => {
    expect(readFields().item.all).toHaveLength(13);
  });

  it('counts in meta and links to three pages', () => {
    const list = '#/components/schemas/BookList/properties';
    expect(follow(document, `${list}/meta/required`)).toEqual([
      'total',
      'page',
      'perPage',
      'lastPage',
    ]);
    expect(follow(document, `${list}/links/required`)).toEqual(['self', 'next', 'prev']);
  });
});
