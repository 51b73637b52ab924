/** Promising, storing and attaching files. */
import { createHash } from 'node:crypto';
import { reopen } from './changing.ts';
import { spelled } from './present.ts';
import { absent, demandNone, Refusal, type Flaw, type Reply } from './refusal.ts';
import { isBag, listOf, type Bag, type Book, type Parcel, type Shelf } from './shelf.ts';
import { asBag } from './book-fields.ts';
import { instant } from './values.ts';

const prefixes: Readonly<Record<string, string>> = { audio: 'audio', print: 'pod', ebook: 'ebook' };

function flaw(name: string, reason: string): Flaw {
  return { name, reason, status: 400 };
}

function descriptorFlaws(shelf: Shelf, format: string, [index, item]: [number, unknown]): Flaw[] {
  if (!isBag(item)) return [flaw(`${index}`, 'is not a descriptor')];
  const missing = ['referenceId', 'role', 'filename', 'hashSha256']
    .filter((name) => typeof item[name] !== 'string')
    .map((name) => flaw(`${index}.${name}`, 'is not a string'));
  const { role, hashSha256 } = item;
  const fits = ['content', 'cover'].map((part) => `${prefixes[format]}_${part}`);
  const unread = shelf.bent('only-the-first-role-counts') && index > 0;
  if (typeof role === 'string' && !fits.includes(role) && !unread) {
    missing.push(flaw(`${index}.role`, `is none of ${fits.join('|')}`));
  }
  const hex = typeof hashSha256 === 'string' && /^[\da-f]{64}$/i.test(hashSha256);
  if (typeof hashSha256 === 'string' && !hex && !shelf.bent('any-text-is-a-hash')) {
    missing.push(flaw(`${index}.hashSha256`, 'is not a SHA-256'));
  }
  return missing;
}

/** Answers a request for upload addresses. */
export function grant(shelf: Shelf, book: Book, body: unknown): Reply {
  if (!Array.isArray(body)) {
    throw new Refusal(400, 'a list was expected', { flaws: [flaw('body', 'is not a list')] });
  }
  const items = listOf(body);
  const empty = items.length === 0 && shelf.character.strict ? [flaw('body', 'is empty')] : [];
  demandNone([
    ...empty,
    ...[...items.entries()].flatMap((entry) => descriptorFlaws(shelf, book.format, entry)),
  ]);
  const parcels = items.filter(isBag).map((item) => promise(shelf, book, item));
  for (const parcel of parcels) shelf.parcels.set(parcel.id, parcel);
  if (shelf.bent('asking-for-addresses-reopens')) reopen(book);
  const shown =
    shelf.bent('last-grant-missing') && parcels.length > 1 ? parcels.slice(0, -1) : parcels;
  const first = parcels[0];
  const grants = shown.map((parcel) =>
    granted(
      shelf,
      parcel,
      shelf.bent('one-address-for-all') && first !== undefined ? first : parcel,
    ),
  );
  return { status: 201, json: shelf.character.grants === 'bare' ? grants : { data: grants } };
}

function promise(shelf: Shelf, book: Book, item: Bag): Parcel {
  return {
    id: shelf.newId(),
    bookId: book.id,
    referenceId: String(item['referenceId']),
    role: String(item['role']),
    filename: String(item['filename']),
    declared: String(item['hashSha256']).toLowerCase(),
    ticket: shelf.newId().replaceAll('-', ''),
    expires: shelf.now() + shelf.character.grantMs,
    stored: undefined,
    attached: false,
  };
}

function granted(shelf: Shelf, parcel: Parcel, sentTo: Parcel): Bag {
  const { instants, grants } = shelf.character;
  const expired = shelf.bent('addresses-are-born-late');
  const common = {
    expiresAt: instant(expired ? shelf.now() - 60_000 : parcel.expires, instants),
    url: `${shelf.origins.storage}/${sentTo.id}?ticket=${sentTo.ticket}`,
  };
  const id = spelled(shelf, parcel.id);
  if (grants === 'bare') return { ...common, id };
  const role = shelf.bent('grants-say-cover')
    ? parcel.role.replace('content', 'cover')
    : parcel.role;
  return {
    attributes: { ...common, role, referenceId: parcel.referenceId },
    type: 'book-file-upload',
    id,
  };
}

/** The bytes that arrived at the storage. */
export interface Delivery {
  readonly url: URL;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly key: string | undefined;
}

/** Answers the PUT of bytes; the address alone authorizes the sender. */
export function store(shelf: Shelf, { url, bytes, contentType, key }: Delivery): Reply {
  const { stored, problems } = shelf.character;
  const parcel = shelf.parcels.get(url.pathname.slice(1));
  const refuse = (status: number, text: string): Reply => ({ status, text, mediaType: 'text/xml' });
  if (shelf.bent('storage-wants-the-key') && key !== shelf.key) return refuse(401, '<NoKey/>');
  if (parcel === undefined || url.searchParams.get('ticket') !== parcel.ticket) {
    return refuse(403, '<NoTicket/>');
  }
  if (shelf.bent('storage-takes-sound-only') && contentType?.startsWith('audio/') !== true) {
    return refuse(415, '<SoundOnly/>');
  }
  if (shelf.now() > parcel.expires && !shelf.bent('late-bytes-welcome'))
    return refuse(403, '<TooLate/>');
  if (parcel.stored !== undefined && !shelf.bent('urls-stay-valid')) {
    return { status: 409, json: { message: 'used' }, mediaType: problems.mediaType };
  }
  parcel.stored = createHash('sha256').update(bytes).digest('hex');
  const { status, text } = stored;
  return text === '' ? { status } : { status, text, mediaType: 'application/xml' };
}

/** Answers an attach. */
export function attach(
  shelf: Shelf,
  { book, fileId }: { book: Book; fileId: string },
  sent: unknown,
): Reply {
  const parcel = shelf.parcels.get(fileId);
  if (parcel === undefined) throw absent('file');
  if (parcel.bookId !== book.id && !shelf.bent('files-of-strangers')) throw absent('file');
  const { filename, hashSha256 } = asBag(sent);
  const lenient = shelf.bent('attach-needs-no-hash');
  demandNone([
    ...(typeof filename === 'string' ? [] : [flaw('filename', 'is not a string')]),
    ...(typeof hashSha256 === 'string' || lenient ? [] : [flaw('hashSha256', 'is not a string')]),
  ]);
  const declared = typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : parcel.declared;
  const mismatch = checkBytes(shelf, parcel, declared);
  if (mismatch !== undefined && shelf.bent('refuses-and-attaches')) parcel.attached = true;
  if (mismatch !== undefined) throw mismatch;
  checkName(shelf, parcel, filename);
  const { attachTwice } = shelf.character;
  if (parcel.attached && attachTwice === 409) throw new Refusal(409, 'attached already');
  parcel.attached = !shelf.bent('attaches-in-name-only');
  book.updated = shelf.now();
  if (!shelf.bent('attach-keeps-the-status')) reopen(book);
  return { status: 200, json: shelf.bent('attach-says-nothing') ? [] : {} };
}

function checkName(shelf: Shelf, parcel: Parcel, filename: unknown): void {
  const { otherFilename } = shelf.character;
  if (otherFilename === 'taken' || filename === parcel.filename) return;
  const wrong: Flaw = { ...flaw('filename', 'is not the one promised'), status: otherFilename };
  demandNone([wrong]);
}

function checkBytes(shelf: Shelf, parcel: Parcel, declared: string): Refusal | undefined {
  const { notUploaded, checksumBody } = shelf.character;
  if (parcel.stored === undefined) {
    return shelf.bent('bytes-need-not-come') ? undefined : new Refusal(notUploaded, 'no bytes yet');
  }
  if (shelf.bent('hash-goes-unread')) return undefined;
  if (shelf.bent('hash-of-the-promise') && declared === parcel.declared) return undefined;
  const length = shelf.bent('hash-read-in-part') ? 16 : 64;
  if (declared.slice(0, length) === parcel.stored.slice(0, length)) return undefined;
  const flaws: Flaw[] = [{ name: 'hashSha256', reason: 'is of other bytes', status: 422 }];
  const status = shelf.bent('mismatch-as-400') ? 400 : 422;
  return new Refusal(status, 'checksums differ', { flaws, shape: checksumBody });
}
