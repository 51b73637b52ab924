/** Creates books in the state that a case needs. If the service refuses, the case is unproven. */
import { randomUUID } from 'node:crypto';
import type { TypedCalls } from './ask.ts';
import type { Eventually, Preconditions } from './expect.ts';
import type { Ownership, TargetClock } from '../wire/index.ts';
import {
  readBookId,
  type Exchange,
  type Grant,
  readGrants,
  readStatus,
  Unproven,
} from '../evidence/index.ts';
import {
  createBookBody,
  type BookCreate,
  createDescriptor,
  type FileDescriptor,
  createSampleFile,
  createFile,
  type FileRole,
  type Format,
  type Mark,
  requiredRoles,
  type SampleFile,
  createShortDescription,
} from '../arbitraries/index.ts';

export interface Book {
  readonly id: string;
  readonly externalId: string;
  readonly format: Format;
  readonly body: BookCreate;
}

export interface AttachedFile extends SampleFile {
  readonly fileId: string;
}

/** A book that can be published: final, with its files, and with a chapter for every track. */
export interface ReadyBook extends Book {
  readonly files: readonly AttachedFile[];
}

/** A grant with the file it was requested for. */
export interface GrantedFile extends Grant {
  readonly fileId: string;
  readonly file: SampleFile;
  readonly descriptor: FileDescriptor;
}

export interface MakerOptions {
  readonly ask: TypedCalls;
  readonly need: Preconditions;
  readonly clock: TargetClock;
  readonly ownership: Ownership;
  readonly nextMark: () => Mark;
  readonly eventually: Eventually;
}

type Changes = Partial<BookCreate>;

export function createBookMaker(options: MakerOptions) {
  const { ask, need, ownership } = options;
  const createBody = (mark: Mark, format: Format, overrides: Changes): BookCreate => {
    // Days all over the year, because a service may move those of summer time.
    const publicationDate = options.clock.day(400 + 31 * (mark.variant % 12));
    return createBookBody(format, mark, { publicationDate, ...overrides });
  };
  const draft = async (format: Format, overrides: Changes = {}): Promise<Book> => {
    const mark = options.nextMark();
    const plainBody = createBody(mark, format, overrides);
    const variedBody = createBody(mark, format, {
      description: createShortDescription(mark.variant),
      ...overrides,
    });
    const firstExchange = await ask.create(variedBody);
    // The monitor reports a service that refuses some texts. Cases still get their book.
    const isRefused =
      firstExchange.response.status === 400 || firstExchange.response.status === 422;
    const acceptedBody = isRefused ? plainBody : variedBody;
    const id = readBookId(need.accepted(isRefused ? await ask.create(plainBody) : firstExchange));
    return { id, format, body: acceptedBody, externalId: acceptedBody.externalId ?? '' };
  };
  const files = createFileMaker(options);
  return {
    /** Returns a valid body with this run's mark; nothing is sent. The publication date is 400 to 741 days ahead. */
    body: (format: Format, overrides: Changes = {}) =>
      createBody(options.nextMark(), format, overrides),
    draft,
    ...files,
    ...createReleases(options, draft, files.attach),
    /** Returns a UUID that names nothing here: the only foreign id that a run may try to change. */
    unknownId: (): string => {
      const id = randomUUID();
      ownership.addUnknownId(id);
      return id;
    },
  };
}

/** Returns a label that a service must keep as text: a long one, one beyond ASCII, or one that looks like a number. */
function createLabel(index: number): string {
  const first = 'the first file of this request for upload URLs';
  return [first, 'zwölf 📚'][index] ?? `00${index}`;
}

type BookId = Pick<Book, 'id'>;
type Attach = (book: BookId, files: readonly SampleFile[]) => Promise<readonly AttachedFile[]>;

function createFileMaker(options: MakerOptions) {
  /** Returns a small file of a role with bytes that no other call of this case uses. */
  const sample = (role: FileRole): SampleFile => createSampleFile(role, randomUUID());
  /** Requests upload addresses for files, without sending the files. */
  const requestGrants = async (
    book: BookId,
    files: readonly SampleFile[],
  ): Promise<GrantedFile[]> => {
    const descriptors = files.map((file, index) => createDescriptor(file, createLabel(index)));
    const response = await options.ask.requestUploads(book.id, descriptors);
    return pairGrants(options.need.accepted(response), files, descriptors);
  };
  const attach: Attach = async (book, files) => {
    const grantedFiles = await requestGrants(book, files);
    return Promise.all(grantedFiles.map(async (grant) => uploadAndAttach(options, book.id, grant)));
  };
  /** Requests, sends and attaches one file. */
  const file = async (book: BookId, role: FileRole, bytes?: Uint8Array): Promise<AttachedFile> => {
    const [attachedFile] = await attach(book, [
      bytes === undefined ? sample(role) : createFile(role, bytes),
    ]);
    if (attachedFile === undefined) throw new Unproven('no file was granted');
    return attachedFile;
  };
  return { sample, requestGrants, attach, file };
}

/** Creates the functions that return books that are ready to publish, and published ones. */
function createReleases(
  { ask, need, eventually }: MakerOptions,
  draft: (format: Format, overrides?: Changes) => Promise<Book>,
  attach: Attach,
) {
  /** Gives a draft its files, and a chapter if it is an audiobook, and makes it final. */
  const complete = async (book: Book): Promise<ReadyBook> => {
    const { format } = book;
    const samples = requiredRoles[format].map((role) => createSampleFile(role, randomUUID()));
    const files = await attach(book, samples);
    const track = files.find(({ role }) => role === 'audio_content');
    const chapters = track && [{ fileId: track.fileId, sequence: 1, title: 'One' }];
    const patch = { isFinalVersion: true, ...(chapters ? { chapters } : {}) };
    need.accepted(await ask.update(book.id, patch));
    return { ...book, files };
  };
  const ready = async (format: Format, overrides?: Changes): Promise<ReadyBook> =>
    complete(await draft(format, overrides));
  /** Ready, published, and read in a status other than draft. */
  const published = async (format: Format, overrides?: Changes): Promise<ReadyBook> => {
    const book = await ready(format, overrides);
    need.accepted(await ask.publish(book.id));
    // It may take a moment to show, because the document does not say which status follows.
    const checkStatus = async (): Promise<string> => readStatus(await ask.read(book.id));
    const seenStatus = await eventually(checkStatus, (status) => status !== 'draft');
    const reason = 'the book stayed a draft after publish, so nothing could be tested on it';
    need.that(seenStatus !== 'draft', reason);
    return book;
  };
  return { complete, ready, published };
}

/** Pairs files with their grants: by label if grants have one, otherwise by position. */
function pairGrants(
  response: Exchange,
  files: readonly SampleFile[],
  descriptors: readonly FileDescriptor[],
): GrantedFile[] {
  const grants = readGrants(response);
  return files.map((file, index) => {
    const descriptor = descriptors[index];
    const matchingGrant = grants.find(({ referenceId }) => referenceId === descriptor?.referenceId);
    const grant = matchingGrant ?? grants[index];
    if (grant === undefined || descriptor === undefined) {
      throw new Unproven(
        `received only ${grants.length} grants for ${files.length} files`,
        response,
      );
    }
    return { ...grant, fileId: grant.id, file, descriptor };
  });
}

async function uploadAndAttach(
  { ask, need }: MakerOptions,
  book: string,
  { fileId, url, file }: GrantedFile,
): Promise<AttachedFile> {
  need.accepted(await ask.put(url, file.bytes, file.contentType));
  const { filename, hashSha256 } = file;
  need.accepted(await ask.attach(book, fileId, { filename, hashSha256 }));
  return { ...file, fileId };
}
