/** The services that every tool judges: correct services with different readings, and services with a fault. */
import { faults, type Fault } from '../../src/faults/index.ts';
import { listReadings } from '../../src/contract/requirements.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';

interface ReadingSet {
  readonly name: string;
  readonly readings: Readonly<Record<string, string>>;
}

/** Correct services that differ in what the document leaves open. */
export const readingSets: readonly ReadingSet[] = [
  {
    name: 'other shapes',
    readings: {
      'create.response': 'walkthrough',
      'update.response': 'walkthrough',
      'upload.response': 'reference',
      'attach.mismatch-body': 'message',
      'not-found.body': 'problem',
      'error.media-type': 'application-json',
    },
  },
  {
    name: 'other successes',
    readings: {
      'delete.success': '200',
      'unpublish.success': '202',
      'put.success-status': '204',
      'location.header': 'present',
      'publish.next-status': 'published',
      'unpublish.next-status': 'draft',
      'auth.body': 'empty',
    },
  },
  {
    name: 'more and less in a book',
    readings: {
      'book.absent-vs-null': 'absent',
      'book.series': 'object',
      'book.audience': 'array',
      'book.pod-details': 'object',
      'book.keyword.empty': 'absent',
      'book.extra-attributes': 'present',
      'book.timestamps': 'present',
      'timestamps.precision': 'offset',
    },
  },
  {
    name: 'other refusals',
    readings: {
      'error.aggregation': 'first',
      'publish.aggregation': 'first',
      'publish.invalid-params-name': 'empty',
      'publish.day-14': 'exclusive',
      'create.narrator-check': 'create',
      'problem.nested-names': 'pointer',
      'problem.type': 'uri',
      'path.invalid-uuid': '404',
    },
  },
  {
    name: 'other lists',
    readings: {
      'list.sort-direction': 'ascending',
      'list.links.form': 'absolute-url',
      'list.links.prev-first': 'self',
      'list.page-beyond': '404',
      'list.last-page-when-empty': '0',
      'list.language.match': 'uppercase-only',
    },
  },
  { name: 'second readings', readings: Object.fromEntries(settableIds.map(pickSecondReading)) },
];

function pickSecondReading(id: (typeof settableIds)[number]): [string, string] {
  const [first = '', next = first] = listReadings(id);
  return [id, next];
}

/** Faults that a run can observe. */
const observable = faults.filter(({ breaks }) => breaks.length > 0);

export const faultCount = observable.length;

/** Returns `count` faults, spread evenly over the sections of the document. */
export function sampleFaults(count: number): readonly Fault[] {
  const size = Math.min(count, observable.length);
  const positions = Array.from({ length: size }, (_, n) =>
    Math.floor((n * observable.length) / size),
  );
  return observable.filter((_, position) => positions.includes(position));
}
