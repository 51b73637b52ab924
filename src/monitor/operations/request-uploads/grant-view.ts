/** Checks the grants of an upload request: one for each descriptor, each with its own URL. */
import { findRoleFormat } from '../../../contract/fields.ts';
import { isObject } from '../../../contract/json-pointer.ts';
import { isForeign, type Question } from '../../grounds/index.ts';
import { readGrants, type ShownGrant } from '../../responses.ts';
import {
  conforms,
  drifts,
  formatValue,
  judgeCondition,
  type Judgement,
  type ObservedReading,
  type Verdicts,
} from '../../views/index.ts';
import { getField } from '../../world/index.ts';
import { type Descriptor, findDescriptor, hasLabel, readSentDescriptors } from './apply-uploads.ts';

function judgeGrants(question: Question): readonly Judgement[] {
  const grants = readGrants(question.exchange.response?.body);
  if (grants === undefined) return [];
  const descriptors = readSentDescriptors(question);
  const isSentKnown = question.call.body.kind !== 'unknown';
  // If a role does not fit, the service may grant only the other descriptors.
  const mayBeFewer = grants.length < descriptors.length && mayBePartial(descriptors, question);
  const isComplete = isSentKnown && grants.length === descriptors.length;
  const countDifference = {
    expected: `${descriptors.length} grants`,
    actual: `${grants.length} grants`,
  };
  return [
    ...(isSentKnown && !mayBeFewer
      ? [judgeCondition(isComplete, 'upload.one-grant-each', countDifference)]
      : []),
    ...(isComplete ? [...judgeMisfits(descriptors), ...judgeEchoes(grants, descriptors)] : []),
    ...judgeUrls(grants, question),
    ...grants.flatMap((grant, index) => judgeDeadline(grant, index, question)),
  ];
}

/** If a batch has roles of several formats, one of them does not fit, whatever the format of the book. */
function judgeMisfits(descriptors: readonly Descriptor[]): readonly Judgement[] {
  if (listFormats(descriptors).size < 2) return [];
  const expected = 'no grant for a role that does not fit the batch';
  const actual = `grants for ${descriptors.map(({ role }) => String(role)).join(', ')}`;
  return [drifts('upload.role-fits-format', { expected, actual })];
}

function listFormats(descriptors: readonly Descriptor[]): ReadonlySet<string | undefined> {
  return new Set(descriptors.map(({ role }) => findRoleFormat(role)));
}

/** Returns whether the service may grant only a part of the batch, because a role may not fit. */
function mayBePartial(
  descriptors: readonly Descriptor[],
  { world, call, book }: Question,
): boolean {
  if (!world.books.has(call.bookId ?? '')) return true;
  const formats = listFormats(descriptors);
  const format = book && getField(book, 'format').current;
  const bookFormat = format !== undefined && 'among' in format ? format.among[0] : undefined;
  return formats.size !== 1 || !formats.has(String(bookFormat));
}

/** Returns values in a fixed order. The document does not say how the service returns a label that was not sent. */
function sortTexts(values: readonly unknown[]): readonly string[] {
  const givenValues = values.filter(
    (value) => value !== undefined && value !== null && value !== '',
  );
  return givenValues.map(formatValue).toSorted((one, other) => (one < other ? -1 : 1));
}

/** True for a wrong form of a label in the response to a descriptor without one: the document does not say what it is. */
export function isOpenLabel({ requirement }: Judgement, question: Question): boolean {
  return (
    requirement === 'upload.grant-reference-id' && !readSentDescriptors(question).every(hasLabel)
  );
}

/** Returns whether a list has each text at least as often as another list. */
function containsAll(texts: readonly string[], wanted: readonly string[]): boolean {
  const count = (list: readonly string[], text: string): number =>
    list.filter((entry) => entry === text).length;
  return wanted.every((text) => count(texts, text) >= count(wanted, text));
}

/**
 * The service returns every label and role as often as it was sent. The order is open, and what it returns for a
 * descriptor without a label.
 */
function judgeEchoes(
  grants: readonly ShownGrant[],
  descriptors: readonly Descriptor[],
): readonly Judgement[] {
  if (!grants.every(({ isEnveloped }) => isEnveloped)) return [];
  const echoes = [
    ['referenceId', 'upload.grant-reference-id'],
    ['role', 'upload.grant-role'],
  ] as const;
  const echoJudgements = echoes.map(([key, requirement]) => {
    const sent = sortTexts(descriptors.map((descriptor) => descriptor[key]));
    const received = sortTexts(grants.map((grant) => grant[key]));
    const isRight =
      sent.length === descriptors.length
        ? formatValue(sent) === formatValue(received)
        : containsAll(received, sent);
    return judgeCondition(isRight, requirement, {
      expected: formatValue(sent),
      actual: formatValue(received),
      pointer: '/data',
    });
  });
  const swappedRoles = grants.flatMap((grant, index) => {
    const descriptor = findDescriptor(grant, index, { descriptors, grants });
    if (descriptor === undefined || descriptor.role === grant.role) return [];
    const expected = `role ${formatValue(descriptor.role)} for ${formatValue(descriptor.referenceId)}`;
    const difference = { expected, actual: formatValue(grant.role), pointer: `/data/${index}` };
    return [drifts('upload.grant-role', difference)];
  });
  return [...echoJudgements, ...swappedRoles];
}

function judgeUrls(grants: readonly ShownGrant[], question: Question): readonly Judgement[] {
  const { world } = question;
  // The schema judges a missing URL.
  const urls = grants.filter(({ url }) => url !== '').map(({ urlDigest }) => urlDigest);
  const ids = grants.map(({ id }) => id);
  const usedGrant = grants.find(({ urlDigest, id }) => {
    const knownId = world.fileIdsByUrl.get(urlDigest);
    return knownId !== undefined && knownId !== id;
  });
  const shared = [
    ...(new Set(urls).size < urls.length ? ['URL'] : []),
    ...(new Set(ids).size < ids.length ? ['id'] : []),
  ];
  const isRight = shared.length === 0 && usedGrant === undefined;
  const isReadable = grants.length > 0 && urls.length === grants.length;
  const difference = {
    expected: 'a separate URL and id for each file',
    actual:
      shared.length > 0
        ? `the same ${shared.join(' and ')} for several of ${grants.length} files`
        : 'a URL that belongs to another file',
  };
  return [
    ...judgeSharing(grants, question),
    ...(isRight && !isReadable ? [] : [judgeCondition(isRight, 'upload.url-per-file', difference)]),
  ];
}

/** The service never gives the files and URLs of one account to another, even for identical files. */
function judgeSharing(grants: readonly ShownGrant[], question: Question): readonly Judgement[] {
  const { world } = question;
  const sharedIndex = grants.findIndex(({ id, urlDigest }) =>
    [id, world.fileIdsByUrl.get(urlDigest)].some((fileId) => {
      const book = world.books.get(world.files.get(fileId ?? '')?.bookId ?? '');
      return book !== undefined && isForeign(book, question);
    }),
  );
  if (sharedIndex < 0) return [];
  const expected = 'a file and a URL that no other account was given';
  const actual = formatValue(grants[sharedIndex]?.id);
  return [drifts('account.guards-files', { expected, actual, pointer: `/data/${sharedIndex}/id` })];
}

/** The clocks within one service may differ by this many milliseconds. */
const clockSlack = 1_000;

function judgeDeadline(
  { expiresAt, isEnveloped }: ShownGrant,
  index: number,
  { sentAt, clockIsKnown }: Question,
): readonly Judgement[] {
  if (expiresAt === undefined || !clockIsKnown) return [];
  const difference = {
    expected: `a deadline after ${new Date(sentAt).toISOString()}`,
    actual: new Date(expiresAt).toISOString(),
    pointer: isEnveloped ? `/data/${index}/attributes/expiresAt` : `/${index}/expiresAt`,
  };
  return expiresAt + clockSlack > sentAt
    ? [conforms('upload.grant-expires-at', 'a deadline that lies ahead')]
    : [drifts('upload.grant-expires-at', difference)];
}

export function judgeUploads(question: Question): Verdicts {
  const body = question.exchange.response?.body;
  const reading = Array.isArray(body) ? 'reference' : 'walkthrough';
  const hasReading = isObject(body) || Array.isArray(body);
  return {
    judgements: judgeGrants(question),
    readings: [
      ...(hasReading ? [{ silence: 'upload.response', reading } as const] : []),
      ...readGrantOrder(question),
    ],
  };
}

/** Returns whether the grants have the order of the descriptors, if their labels tell. */
function readGrantOrder(question: Question): readonly ObservedReading[] {
  const grants = readGrants(question.exchange.response?.body) ?? [];
  const sent = readSentDescriptors(question).map(({ referenceId }) => referenceId);
  const received = grants.map(({ referenceId }) => referenceId);
  const isTelling = sent.length > 1 && new Set(sent).size === sent.length;
  if (!isTelling || sortTexts(sent).join() !== sortTexts(received).join()) return [];
  const silence = 'upload.order';
  if (formatValue(sent) === formatValue(received)) return [{ silence, reading: 'same-order' }];
  const [expected, actual] = [formatValue(sent), formatValue(received)];
  const difference = { expected, actual, pointer: '/data' };
  return [{ silence, reading: 'any-order', difference }];
}
