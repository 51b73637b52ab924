/** The contract with links from what makes an id to what takes it, for a tool that follows links. */
import { openContract } from '../contract-copies.ts';
import { asNode, at, type Node } from '../tree.ts';

const ofABook = [
  'readBook',
  'updateBook',
  'deleteBook',
  'requestUploads',
  'publishBook',
  'unpublishBook',
];

/** Without the upload, which goes to another server. */
export async function linkedContract(): Promise<Node> {
  const open = asNode(await openContract());
  const { '/{presignedUrl}': _storage, ...paths } = asNode(open['paths']);
  const made = Object.fromEntries(
    ofABook.map((operationId) => [
      operationId,
      { operationId, parameters: { bookPublicId: '$response.body#/data/id' } },
    ]),
  );
  const lookedUp = {
    lookUpBook: {
      operationId: 'lookUpBook',
      parameters: { bookExternalId: '$request.body#/externalId' },
    },
  };
  const granted = {
    attachFile: {
      operationId: 'attachFile',
      parameters: {
        bookPublicId: '$request.path.bookPublicId',
        fileId: '$response.body#/data/0/id',
      },
    },
  };
  return {
    ...open,
    paths: {
      ...paths,
      '/books': linked(paths['/books'], { ...made, ...lookedUp }),
      '/books/{bookPublicId}/upload': linked(paths['/books/{bookPublicId}/upload'], granted),
    },
  };
}

/** A path whose POST has links on its 201. */
function linked(path: unknown, links: object): Node {
  const post = asNode(at(path, 'post'));
  const responses = asNode(post['responses']);
  const created = { ...asNode(responses['201']), links };
  return { ...asNode(path), post: { ...post, responses: { ...responses, '201': created } } };
}
