/** Creates books in the state that a case needs. If the service refuses, the case is unproven. */
import { randomUUID } from 'node:crypto';
import type { Eventually, TypedCalls } from './ask.ts';
import type { Ownership, TargetClock } from '../wire/index.ts';
import { bookId, type Exchange, type Grant, grants, status, Unproven } from '../evidence/index.ts';
import type { Preconditions } from './expect.ts';
import {
  bookBody,
  type BookCreate,
  descriptorOf,
  type FileDescriptor,
  fileFor,
  fileOf,
  type FileRole,
  type Format,
  type Mark,
  rolesOf,
  type SampleFile,
  variedDescription,
} from '../values/index.ts';

export interface Book {
  readonly id: string;
  readonly externalId: string;
  readonly format: Format;
  readonly sent: BookCreate;
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

/** Binds the book maker to one case. */
export function createBookMaker(options: MakerOptions) {
  const { ask, need, ownership } = options;
  const bodyOf = (mark: Mark, format: Format, overrides: Changes): BookCreate => {
    // Days all over the year, because a service may move those of summer time.
    const publicationDate = options.clock.day(400 + 31 * (mark.n % 12));
    return bookBody(format, mark, { publicationDate, ...overrides });
  };
  const draft = async (format: Format, overrides: Changes = {}): Promise<Book> => {
    const mark = options.nextMark();
    const plain = bodyOf(mark, format, overrides);
    const varied = bodyOf(mark, format, { description: variedDescription(mark.n), ...overrides });
    const first = await ask.create(varied);
    // The monitor reports a service that refuses some texts. Cases still get their book.
    const isRefused = first.status === 400 || first.status === 422;
    const sent = isRefused ? plain : varied;
    const id = bookId(need.accepted(isRefused ? await ask.create(plain) : first));
    return { id, format, sent, externalId: sent.externalId ?? '' };
  };
  const files = fileMaker(options);
  return {
    /** Returns a valid body with this run's mark; nothing is sent. The date is 400 days after the target's date. */
    body: (format: Format, overrides: Changes = {}) =>
      bodyOf(options.nextMark(), format, overrides),
    draft,
    ...files,
    ...releases(options, draft, files.attach),
    /** Returns a UUID that names nothing here: the only foreign id that a run may try to change. */
    unknownId: (): string => {
      const id = randomUUID();
      ownership.adoptUnknown(id);
      return id;
    },
  };
}

/** A label is text: of some length, in any letters, and even if it looks like a number. */
function labelOf(index: number): string {
  const first = 'the first file of this request for upload URLs';
  return [first, 'zwölf 📚'][index] ?? `00${index}`;
}

type BookId = Pick<Book, 'id'>;
type Attach = (book: BookId, files: readonly SampleFile[]) => Promise<readonly AttachedFile[]>;

/** From a sample to an attached file. */
function fileMaker(options: MakerOptions) {
  /** Returns a small file of a role with bytes that no other call of this case uses. */
  const sample = (role: FileRole): SampleFile => fileFor(role, randomUUID());
  /** Requests upload addresses for files, without sending the files. */
  const granted = async (book: BookId, files: readonly SampleFile[]): Promise<GrantedFile[]> => {
    const descriptors = files.map((file, index) => descriptorOf(file, labelOf(index)));
    const sent = await options.ask.requestUploads(book.id, descriptors);
    return paired(options.need.accepted(sent), files, descriptors);
  };
  const attach: Attach = async (book, files) => {
    const given = await granted(book, files);
    return Promise.all(given.map(async (grant) => attached(options, book.id, grant)));
  };
  /** Requests, sends and attaches one file. */
  const file = async (book: BookId, role: FileRole, bytes?: Uint8Array): Promise<AttachedFile> => {
    const [made] = await attach(book, [bytes === undefined ? sample(role) : fileOf(role, bytes)]);
    if (made === undefined) throw new Unproven('no file was granted');
    return made;
  };
  return { sample, granted, attach, file };
}

/** Books that can be published, and books that have been. */
function releases(
  { ask, need, eventually }: MakerOptions,
  draft: (format: Format, overrides?: Changes) => Promise<Book>,
  attach: Attach,
) {
  const ready = async (format: Format, overrides?: Changes): Promise<ReadyBook> => {
    const book = await draft(format, overrides);
    const samples = rolesOf[format].map((role) => fileFor(role, randomUUID()));
    const files = await attach(book, samples);
    const track = files.find(({ role }) => role === 'audio_content');
    const chapters = track && [{ fileId: track.fileId, sequence: 1, title: 'One' }];
    const patch = { isFinalVersion: true, ...(chapters ? { chapters } : {}) };
    need.accepted(await ask.update(book.id, patch));
    return { ...book, files };
  };
  /** Ready, published, and read in a status other than draft. */
  const published = async (format: Format, overrides?: Changes): Promise<ReadyBook> => {
    const book = await ready(format, overrides);
    need.accepted(await ask.publish(book.id));
    // It may take a moment to show, because the document does not say which status follows.
    const look = async (): Promise<string> => status(await ask.read(book.id));
    const shown = await eventually(look, (now) => now !== 'draft');
    const reason = 'the book stayed a draft after publish, so nothing could be tested on it';
    need.that(shown !== 'draft', reason);
    return book;
  };
  return { ready, published };
}

/** By the echoed label if grants carry one, else by position, the only link in the bare shape. */
function paired(
  answer: Exchange,
  files: readonly SampleFile[],
  descriptors: readonly FileDescriptor[],
): GrantedFile[] {
  const given = grants(answer);
  return files.map((file, index) => {
    const descriptor = descriptors[index];
    const labelled = given.find(({ referenceId }) => referenceId === descriptor?.referenceId);
    const grant = labelled ?? given[index];
    if (grant === undefined || descriptor === undefined) {
      throw new Unproven(`received only ${given.length} grants for ${files.length} files`, answer);
    }
    return { ...grant, fileId: grant.id, file, descriptor };
  });
}

async function attached(
  { ask, need }: MakerOptions,
  book: string,
  { fileId, url, file }: GrantedFile,
): Promise<AttachedFile> {
  need.accepted(await ask.put(url, file.bytes, file.contentType));
  const { filename, hashSha256 } = file;
  need.accepted(await ask.attach(book, fileId, { filename, hashSha256 }));
  return { ...file, fileId };
}
