/** Flows of an ebook, an audiobook and a print book up to publishing, with its refusals. */
import { attach, audioFiles, ebookFiles, createAndLookUp, attribute, printFiles } from './steps.ts';
import {
  requestUploads,
  publish,
  putFile,
  readBook,
  remove,
  unpublish,
  update,
  upload,
  type Scenario,
} from './steps.ts';

const [first = { name: '', role: '', type: '' }, second = first] = audioFiles;

function chapter(file: string, sequence: number, title: string) {
  return { fileId: `{{${file}Id}}`, sequence, title };
}

export const flows: readonly Scenario[] = [
  {
    name: 'an ebook goes out, is changed, goes out again and is withdrawn',
    steps: [
      ...createAndLookUp('ebook', 'out'),
      ...upload(ebookFiles),
      publish(204),
      requestUploads(ebookFiles.slice(0, 1)),
      update({ subtitle: 'Second edition' }, 200),
      readBook(200, { [attribute('status')]: 'draft', [attribute('subtitle')]: 'Second edition' }),
      publish(204),
      remove(409),
      readBook(200, { [attribute('title')]: 'Title of out' }),
      ...upload(ebookFiles.slice(1)),
      readBook(200, { [attribute('status')]: 'draft' }),
      publish(204),
      update({ isFinalVersion: true }, 200),
      remove(),
      readBook(404),
    ],
  },
  {
    name: 'a book that is not final waits for its last two weeks',
    steps: [
      ...createAndLookUp('ebook', 'window', { publicationDate: '{{inEighteenDays}}' }),
      ...upload(ebookFiles),
      publish(204),
      ...['past', 'today', 'inFiveDays', 'inTwelveDays'].flatMap((day) => [
        update({ publicationDate: `{{${day}}}` }, 200),
        publish(422, { values: { '/status': 422 } }),
        readBook(200, { [attribute('status')]: 'draft' }),
      ]),
      update({ isFinalVersion: true }, 200),
      publish(204),
      update({ isFinalVersion: false, publicationDate: '{{inEighteenDays}}' }, 200),
      remove(),
    ],
  },
  {
    name: 'an audiobook needs a narrator and a chapter for each track',
    steps: [
      ...createAndLookUp('audio', 'spoken'),
      ...upload(audioFiles),
      publish(422),
      update({ chapters: [chapter('first', 1, 'One'), chapter('second', 2, 'Two')] }, 200),
      readBook(200, {
        [attribute('chapters/0/title')]: 'One',
        [attribute('chapters/0/sequence')]: 1,
        [attribute('chapters/1/title')]: 'Two',
        [attribute('chapters/1/fileId')]: '{{secondId}}',
      }),
      update({ chapters: [chapter('second', 3, 'Three')] }, 422),
      update({ chapters: [chapter('square', 3, 'Three')] }, 422),
      update({ chapters: [{ fileId: '{{firstId}}', sequence: 1 }] }, 400),
      update({ chapters: [chapter('first', 1, 'The first')] }, 200),
      readBook(200, {
        [attribute('chapters/0/title')]: 'The first',
        [attribute('chapters/0/fileId')]: '{{firstId}}',
      }),
      publish(204),
      update({ contributor: [{ firstName: 'Ada', lastName: 'Author', role: 'Author' }] }, 200),
      publish(422),
      readBook(200, { [attribute('status')]: 'draft' }),
      remove(),
    ],
  },
  {
    name: 'chapters are added one after another',
    steps: [
      ...createAndLookUp('audio', 'chapters'),
      requestUploads([first, second]),
      putFile(first),
      attach(first),
      putFile(second),
      attach(second),
      update({ chapters: [chapter('second', 2, 'Two')] }, 200),
      update({ chapters: [chapter('first', 1, 'One')] }, 200),
      readBook(200, {
        [attribute('chapters/0/title')]: 'One',
        [attribute('chapters/1/title')]: 'Two',
      }),
      remove(),
    ],
  },
  {
    name: 'a print book goes out and comes back',
    steps: [
      ...createAndLookUp('print', 'paper'),
      ...upload(printFiles),
      publish(204),
      unpublish('2xx'),
      readBook(200, { [attribute('format')]: 'print' }),
      update({ subtitle: 'Again' }, 200),
      readBook(200, { [attribute('status')]: 'draft' }),
      remove(),
    ],
  },
];
