/** The bytes of small files that are valid in their format, so that a service which looks into them accepts them. */
import { crc32, deflateSync } from 'node:zlib';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A file of a ZIP archive. */
type Entry = readonly [name: string, content: Buffer];

/** Returns a ZIP archive whose entries are not compressed. */
function createZip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const header = Buffer.alloc(26);
    // Version 1.0, no flags, no compression, on 1980-01-01.
    header.writeUInt16LE(10, 0);
    header.writeUInt16LE(0x21, 8);
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(content.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    files.push(ascii('PK\x03\x04'), header, ascii(name), content);
    directory.push(ascii('PK\x01\x02\x14\0'), header, position, ascii(name));
    offset += 4 + header.length + name.length + content.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, ascii('PK\x05\x06'), end]);
}

const container = `<?xml version="1.0"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const packageDocument = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:example:sample</dc:identifier>
<dc:title>Sample</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
<spine><itemref idref="nav"/></spine></package>`;

const contents = `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Sample</title></head>
<body><nav epub:type="toc"><ol><li><a href="nav.xhtml">Sample</a></li></ol></nav></body></html>`;

/** Returns a book without text. @param unique bytes that no other file has; the same for the other formats */
export function createEpub(unique: Uint8Array): Buffer {
  return createZip([
    ['mimetype', ascii('application/epub+zip')],
    ['META-INF/container.xml', ascii(container)],
    ['book.opf', ascii(packageDocument)],
    ['nav.xhtml', ascii(contents)],
    ['META-INF/unique', Buffer.from(unique)],
  ]);
}

function createPngChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([ascii(type), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
}

/** Returns a black picture of the recommended size (document: File guidance). @param width in pixels, a multiple of 8 */
export function createPng(width: number, height: number): (unique: Uint8Array) => Buffer {
  // One bit for each pixel, and a filter byte for each row.
  const pixels = deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 });
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(1, 0, 0, 0, 0)]);
  return (unique) =>
    Buffer.concat([
      ascii('\x89PNG\r\n\x1a\n'),
      createPngChunk('IHDR', header),
      createPngChunk('IDAT', pixels),
      // A private chunk, which readers skip.
      createPngChunk('unIq', unique),
      createPngChunk('IEND', Buffer.alloc(0)),
    ]);
}

function createJpegSegment(marker: number, ...content: readonly (number | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(
    content.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)),
  );
  const head = Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff);
  return Buffer.concat([head, bytes]);
}

/** A Huffman table with one code, of one bit, for the symbol 0: no difference, or the end of a block. */
const oneCode = Buffer.of(1, ...Array.from({ length: 15 }, () => 0), 0);

/** Returns a grey picture of 8 x 8 pixels. */
export function createJpeg(unique: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    createJpegSegment(0xe0, ascii('JFIF\0'), Buffer.of(1, 1, 0, 0, 1, 0, 1, 0, 0)),
    createJpegSegment(0xfe, unique),
    createJpegSegment(0xdb, 0, Buffer.alloc(64, 1)),
    createJpegSegment(0xc0, Buffer.of(8, 0, 8, 0, 8, 1, 1, 0x11, 0)),
    createJpegSegment(0xc4, 0x00, oneCode),
    createJpegSegment(0xc4, 0x10, oneCode),
    createJpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    // Two bits of the only block, filled up with ones.
    Buffer.of(0x3f, 0xff, 0xd9),
  ]);
}

/** Returns a quarter of a second of silence. */
export function createMp3(unique: Uint8Array): Buffer {
  const owner = ascii('bookdist\0');
  const size = owner.length + unique.length;
  // A private frame of 32 bits in length, in a tag whose length has 7 bits in each byte.
  const frame = Buffer.concat([ascii('PRIV'), uint32(size), Buffer.alloc(2), owner, unique]);
  const tagSize = Buffer.of(0, 0, frame.length >> 7, frame.length & 0x7f);
  // MPEG 1 layer III, 32 kbit/s, 48 kHz, mono: 96 bytes for 24 ms.
  const silence = Buffer.concat([Buffer.of(0xff, 0xfb, 0x14, 0xc0), Buffer.alloc(92)]);
  return Buffer.concat([
    ascii('ID3\x03\0\0'),
    tagSize,
    frame,
    ...Array.from({ length: 10 }, () => silence),
  ]);
}

/** Returns a document with one empty page. */
export function createPdf(unique: Uint8Array): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Resources<<>>>>',
    `<</Length ${unique.length}>>\nstream\n${Buffer.from(unique).toString('latin1')}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return ascii(text);
}
