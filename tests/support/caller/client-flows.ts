/** A program for `bookdist caller` that uses our client: its argument names the flow. */
import { join } from 'node:path';
import {
  createDistribution,
  type AudiobookCreate,
  type EbookCreate,
  type FileRole,
} from '../../../src/client/index.ts';

const { books, flows } = createDistribution();
const [flow] = process.argv.slice(2);
// oxlint-disable-next-line node/no-process-env -- a folder that the second run of the program finds again
const journal = join(process.env['TMPDIR'] ?? '', 'upload.journal');

const book: Omit<EbookCreate, 'format'> & { externalId: string } = {
  title: 'The Salt Road',
  externalId: 'backlist-0042',
  language: ['en'],
  description: 'Nine letters from the coast.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2021-05-01',
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
  price: [{ currency: 'EUR', price: 9.99 }],
};
const isFinalVersion = true;

const createFile = <Role extends FileRole>(role: Role, filename: string) => ({
  role,
  filename,
  bytes: new TextEncoder().encode(`the bytes of ${filename}`),
});

switch (flow) {
  case 'ebook': {
    const files = [createFile('ebook_content', 'a.epub'), createFile('ebook_cover', 'a.jpg')];
    await flows.ebook({ book, files, isFinalVersion }, { journal });
    break;
  }
  case 'print': {
    const files = [createFile('pod_content', 'a.pdf'), createFile('pod_cover', 'b.pdf')];
    const printBook = { ...book, isbn: '9780306406157' };
    await flows.print({ book: printBook, files, isFinalVersion }, { journal });
    break;
  }
  case 'audiobook': {
    const narrator = { firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' };
    const contributor = [...book.contributor, narrator];
    const audioDetails: AudiobookCreate['audioDetails'] = {
      audioLength: 3_600,
      audioEdition: 'UBR',
    };
    const audiobook = { ...book, contributor, audioDetails };
    const files = [
      { ...createFile('audio_content', 'one.mp3'), chapter: { sequence: 1, title: 'One' } },
      { ...createFile('audio_content', 'two.mp3'), chapter: { sequence: 2, title: 'Two' } },
      createFile('audio_cover', 'cover.jpg'),
    ];
    const { id } = await flows.audiobook({ book: audiobook, files, isFinalVersion }, { journal });
    await books.waitForStatus(id, ['published', 'action_needed'], { deadlineMs: 30_000 });
    break;
  }
  default: {
    const titles: string[] = [];
    for await (const { attributes } of books.list()) titles.push(attributes.title);
  }
}
