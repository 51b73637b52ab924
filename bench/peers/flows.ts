/** Flows of an ebook, an audiobook and a print book up to publishing, with its refusals. */
import { attach, audioFiles, ebookFiles, make, of, printFiles } from './steps.ts';
import {
  ask,
  publish,
  put,
  read,
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
      ...make('ebook', 'out'),
      ...upload(ebookFiles),
      publish(204),
      ask(ebookFiles.slice(0, 1)),
      update({ subtitle: 'Second edition' }, 200),
      read(200, { [of('status')]: 'draft', [of('subtitle')]: 'Second edition' }),
      publish(204),
      remove(409),
      read(200, { [of('title')]: 'Title of out' }),
      ...upload(ebookFiles.slice(1)),
      read(200, { [of('status')]: 'draft' }),
      publish(204),
      update({ isFinalVersion: true }, 200),
      remove(),
      read(404),
    ],
  },
  {
    name: 'a book that is not final waits for its last two weeks',
    steps: [
      ...make('ebook', 'window', { publicationDate: '{{far}}' }),
      ...upload(ebookFiles),
      publish(204),
      ...['past', 'today', 'soon', 'near'].flatMap((day) => [
        update({ publicationDate: `{{${day}}}` }, 200),
        publish(422, { shows: { '/status': 422 } }),
        read(200, { [of('status')]: 'draft' }),
      ]),
      update({ isFinalVersion: true }, 200),
      publish(204),
      update({ isFinalVersion: false, publicationDate: '{{far}}' }, 200),
      remove(),
    ],
  },
  {
    name: 'an audiobook needs a narrator and a chapter for each track',
    steps: [
      ...make('audio', 'spoken'),
      ...upload(audioFiles),
      publish(422),
      update({ chapters: [chapter('first', 1, 'One'), chapter('second', 2, 'Two')] }, 200),
      read(200, {
        [of('chapters/0/title')]: 'One',
        [of('chapters/0/sequence')]: 1,
        [of('chapters/1/title')]: 'Two',
        [of('chapters/1/fileId')]: '{{secondId}}',
      }),
      update({ chapters: [chapter('second', 3, 'Three')] }, 422),
      update({ chapters: [chapter('square', 3, 'Three')] }, 422),
      update({ chapters: [{ fileId: '{{firstId}}', sequence: 1 }] }, 400),
      update({ chapters: [chapter('first', 1, 'The first')] }, 200),
      read(200, {
        [of('chapters/0/title')]: 'The first',
        [of('chapters/0/fileId')]: '{{firstId}}',
      }),
      publish(204),
      update({ contributor: [{ firstName: 'Ada', lastName: 'Author', role: 'Author' }] }, 200),
      publish(422),
      read(200, { [of('status')]: 'draft' }),
      remove(),
    ],
  },
  {
    name: 'chapters are added one after another',
    steps: [
      ...make('audio', 'chapters'),
      ask([first, second]),
      put(first),
      attach(first),
      put(second),
      attach(second),
      update({ chapters: [chapter('second', 2, 'Two')] }, 200),
      update({ chapters: [chapter('first', 1, 'One')] }, 200),
      read(200, { [of('chapters/0/title')]: 'One', [of('chapters/1/title')]: 'Two' }),
      remove(),
    ],
  },
  {
    name: 'a print book goes out and comes back',
    steps: [
      ...make('print', 'paper'),
      ...upload(printFiles),
      publish(204),
      unpublish('2xx'),
      read(200, { [of('format')]: 'print' }),
      update({ subtitle: 'Again' }, 200),
      read(200, { [of('status')]: 'draft' }),
      remove(),
    ],
  },
];
