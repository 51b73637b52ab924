/** Which services every tool is asked to judge: readings of a correct one, and faults. */
import { faults, type Fault } from '../../src/faults/index.ts';
import { readingsOf } from '../../src/contract/requirements.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';

export interface ReadingSet {
  readonly name: string;
  readonly readings: Readonly<Record<string, string>>;
}

/** Correct services that only differ in what the document leaves open. */
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
  { name: 'the second of each', readings: Object.fromEntries(settableIds.map(second)) },
];

function second(id: (typeof settableIds)[number]): [string, string] {
  const [first = '', next = first] = readingsOf(id);
  return [id, next];
}

/** Faults a run can see: one that refuses everything shows nothing that could be told apart. */
const seeable = faults.filter(({ breaks }) => breaks.length > 0);

/** So many faults, spread evenly over the list, which has the order of the document's sections. */
export function sampledFaults(count: number): readonly Fault[] {
  const wanted = Math.min(count, seeable.length);
  const places = Array.from({ length: wanted }, (_, n) =>
    Math.floor((n * seeable.length) / wanted),
  );
  return seeable.filter((_, place) => places.includes(place));
}

/** Those of these names that there still are. */
export function namedFaults(names: readonly string[]): readonly Fault[] {
  return seeable.filter(({ name }) => names.includes(name));
}

export const faultCount = seeable.length;
