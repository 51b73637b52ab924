/** Checks the grants of an upload request: one for each descriptor, each with its own URL. */
import { descriptorFor, sentDescriptors } from '../effects/index.ts';
import { isForeign, type Question } from '../expectations/index.ts';
import { readGrants, type ShownGrant } from '../responses/index.ts';
import { conforms, drifts, judgeCondition, formatValue, type Finding } from './verdicts.ts';

export function judgeGrants(question: Question): readonly Finding[] {
  const grants = readGrants(question.exchange.response?.body);
  if (grants === undefined) return [];
  const descriptors = sentDescriptors(question);
  const isSentKnown = question.call.body.kind !== 'unknown';
  // If a role may not fit, the service may grant only the fitting descriptors.
  const whole = isSentKnown && grants.length === descriptors.length;
  return [
    ...(isSentKnown ? judgeCount(grants, question) : []),
    ...(whole ? judgeMisfits(question) : []),
    ...(whole ? judgeEchoes(grants, question) : []),
    ...judgeUrls(grants, question),
    ...grants.flatMap((grant, index) => judgeDeadline(grant, index, question)),
  ];
}

function judgeCount(grants: readonly ShownGrant[], question: Question): readonly Finding[] {
  const count = sentDescriptors(question).length;
  const expected = `${count} grants`;
  const partial = question.world.books.get(question.call.bookId ?? '') === undefined;
  const fewer = grants.length < count && (partial || mayBePartial(question));
  if (fewer) return [];
  return [
    judgeCondition(grants.length === count, 'upload.one-grant-each', {
      expected,
      actual: `${grants.length} grants`,
    }),
  ];
}

/** A batch with roles of several formats has one that does not fit, for any format of the book. */
function judgeMisfits(question: Question): readonly Finding[] {
  const roles = sentDescriptors(question).map(({ role }) => String(role));
  const formats = new Set(roles.map((role) => role.split('_')[0]));
  if (formats.size < 2) return [];
  const expected = 'no grant for a role that does not fit the batch';
  return [
    drifts('upload.role-fits-format', { expected, actual: `grants for ${roles.join(', ')}` }),
  ];
}

/** True if a role may not fit the book or the batch. */
function mayBePartial(question: Question): boolean {
  const formats = new Set(sentDescriptors(question).map(({ role }) => String(role).split('_')[0]));
  const format = question.book?.fields.format.now;
  const own = format !== undefined && 'among' in format ? format.among[0] : undefined;
  const prefix = own === 'print' ? 'pod' : own;
  return formats.size !== 1 || !formats.has(String(prefix));
}

/** Sorts values to compare them. The document does not say how a label that was not sent is returned. */
function texts(values: readonly unknown[]): readonly string[] {
  const sent = values.filter((value) => value !== undefined && value !== null && value !== '');
  return sent.map(formatValue).toSorted((one, other) => (one < other ? -1 : 1));
}

/** Every label and role is returned as often as it was sent; the order is open. */
function judgeEchoes(grants: readonly ShownGrant[], question: Question): readonly Finding[] {
  const descriptors = sentDescriptors(question);
  if (!grants.every(({ enveloped }) => enveloped)) return [];
  const echoes = [
    ['referenceId', 'upload.grant-reference-id'],
    ['role', 'upload.grant-role'],
  ] as const;
  const plain = echoes.map(([key, requirement]) => {
    const sent = texts(descriptors.map((one) => one[key]));
    const received = texts(grants.map((one) => one[key]));
    return judgeCondition(formatValue(sent) === formatValue(received), requirement, {
      expected: formatValue(sent),
      actual: formatValue(received),
      pointer: '/data',
    });
  });
  const swapped = grants.flatMap((grant, index) => {
    const descriptor = descriptorFor(grant, index, { descriptors, grants });
    if (descriptor === undefined || descriptor.role === grant.role) return [];
    const expected = `role ${formatValue(descriptor.role)} for ${formatValue(descriptor.referenceId)}`;
    return [
      drifts('upload.grant-role', {
        expected,
        actual: formatValue(grant.role),
        pointer: `/data/${index}`,
      }),
    ];
  });
  return [...plain, ...swapped];
}

function judgeUrls(grants: readonly ShownGrant[], question: Question): readonly Finding[] {
  const { world } = question;
  const urls = grants.map(({ url }) => url);
  const ids = grants.map(({ id }) => id);
  const used = grants.find(({ url, id }) => {
    const before = world.urls.get(url);
    return before !== undefined && before !== id;
  });
  const single = new Set(urls).size === urls.length && new Set(ids).size === ids.length;
  if (urls.length === 0) return [];
  return [
    ...judgeSharing(grants, question),
    judgeCondition(single && used === undefined, 'upload.url-per-file', {
      expected: 'a separate URL and id for each file',
      actual: used === undefined ? 'one of them twice' : 'a URL that belongs to another file',
    }),
  ];
}

/** Files and URLs of one account are never given to another, even for identical files. */
function judgeSharing(grants: readonly ShownGrant[], question: Question): readonly Finding[] {
  const { world } = question;
  const shared = grants.findIndex(({ id, url }) =>
    [id, world.urls.get(url)].some((file) => {
      const book = world.books.get(world.files.get(file ?? '')?.bookId ?? '');
      return book !== undefined && isForeign(book, question);
    }),
  );
  if (shared < 0) return [];
  const expected = 'a file and a URL that no other account was given';
  const actual = formatValue(grants[shared]?.id);
  return [drifts('account.guards-files', { expected, actual, pointer: `/data/${shared}/id` })];
}

/** Milliseconds by which clocks may differ within one service. */
const slack = 1_000;

function judgeDeadline(
  { expiresAt, enveloped }: ShownGrant,
  index: number,
  { now, clockIsKnown }: Question,
): readonly Finding[] {
  if (expiresAt === undefined || !clockIsKnown) return [];
  const difference = {
    expected: `a deadline after ${new Date(now).toISOString()}`,
    actual: new Date(expiresAt).toISOString(),
    pointer: enveloped ? `/data/${index}/attributes/expiresAt` : `/${index}/expiresAt`,
  };
  return expiresAt + slack > now
    ? [conforms('upload.grant-expires-at', 'a deadline that lies ahead')]
    : [drifts('upload.grant-expires-at', difference)];
}
