/** Judges recordings as `bookdist judge` does with files, and writes HAR archives as other programs do. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldOptions } from '../../../src/monitor/index.ts';
import { createTrafficRun, describeDrift } from '../../../src/traffic/index.ts';
import {
  createAccountLabels,
  createNotes,
  readInResponseOrder,
  readInSendingOrder,
  mergeBySentAt,
  type RecordingNotes,
  type RecordedExchange,
  type RecordedResponse,
  maskSecrets,
} from '../../../src/traffic/recordings/index.ts';

interface JudgedRecordings {
  readonly exchanges: number;
  readonly driftingRequirements: readonly string[];
  readonly conformingRequirements: readonly string[];
  /** One line for each kind of drift. */
  readonly drifts: readonly string[];
  /** One line for each call that breaks a rule for callers. */
  readonly callerFindings: readonly string[];
  /** The notes of each recording. */
  readonly notes: readonly RecordingNotes[];
}

interface JudgeOptions {
  /** True if the recordings contain every call; false by default. */
  readonly complete?: boolean;
  readonly service?: string;
  /** Facts that the recordings do not show. */
  readonly worldOptions?: WorldOptions | undefined;
  /** Bodies in separate files, by file name. */
  readonly attachedFiles?: Readonly<Record<string, string>>;
}

/** Judges several recordings together. */
export async function judgeRecordings(
  contents: readonly (string | Buffer)[],
  { attachedFiles = {}, ...options }: JudgeOptions = {},
): Promise<JudgedRecordings> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-recordings-'));
  try {
    const recordings = contents.map((content, index) => [`${index}.har`, content] as const);
    for (const [name, content] of [...recordings, ...Object.entries(attachedFiles)]) {
      await writeFile(join(folder, name), content);
    }
    const files = recordings.map(([name]) => join(folder, name));
    return await judgeFiles(files, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeFiles(
  files: readonly string[],
  { complete = false, service, worldOptions }: JudgeOptions,
): Promise<JudgedRecordings> {
  const run = createTrafficRun(undefined, worldOptions);
  const notes = files.map(createNotes);
  const sources = files.map((file, at) => readInSendingOrder(file, notes[at] ?? createNotes()));
  const options = { service, labels: createAccountLabels(), complete };
  const [driftLines, callerFindings]: [string[], string[]] = [[], []];
  let exchanges = 0;
  for await (const exchange of readInResponseOrder(mergeBySentAt(sources), options)) {
    exchanges += 1;
    const { drifts, callerFindings: findings } = run.judge(exchange);
    driftLines.push(...drifts.map((drift) => `${drift.exchange.number} ${describeDrift(drift)}`));
    callerFindings.push(
      ...findings.map(
        ({ requirement, actual, exchange: number }) =>
          `${number} ${exchange.request.method} ${exchange.request.path}  ${requirement}: ${actual}`,
      ),
    );
  }
  const { evidence } = run.outcome();
  const listIds = (isDrift: boolean): string[] =>
    evidence.filter((row) => row.drifted > 0 === isDrift).map(({ requirement }) => requirement);
  return {
    exchanges,
    drifts: driftLines,
    callerFindings,
    notes,
    driftingRequirements: listIds(true),
    conformingRequirements: listIds(false),
  };
}

export type Entry = Readonly<Record<string, unknown>>;
export type HeaderList = readonly { readonly name: string; readonly value: string }[];

/** The ways in which a program writes archives differently from browsers. */
export interface Recorder {
  readonly writeHeaders?: (headers: HeaderList, isRequest: boolean) => unknown;
  readonly changeEntry?: (entry: Entry, exchange: RecordedExchange) => Entry;
  /** Returns the members that hold the text of a response body. */
  readonly writeText?: (text: string) => object;
  readonly changeUrl?: (url: string) => string;
  readonly formatStart?: (sentAt: number) => string;
}

/** Formats epoch milliseconds as browsers do. */
export function formatIsoTime(sentAt: number): string {
  return new Date(sentAt).toISOString();
}

/** Returns exchanges as `watch` records them. */
export function toJsonLines(exchanges: readonly RecordedExchange[]): string {
  return exchanges.map((exchange) => `${JSON.stringify(maskSecrets(exchange))}\n`).join('');
}

/** Creates the entry of an exchange as a recorder writes it. */
export function createHarEntry(exchange: RecordedExchange, recorder: Recorder = {}): Entry {
  const { request, response, sentAt, took } = exchange;
  const {
    changeEntry = (entry) => entry,
    changeUrl = (url) => url,
    formatStart = formatIsoTime,
  } = recorder;
  const defaultEntry = {
    startedDateTime: formatStart(sentAt),
    time: took,
    request: {
      method: request.method,
      url: changeUrl(request.url),
      headers: listHeaders(request.headers, recorder, true),
      bodySize: request.size ?? 0,
      ...((request.size ?? 0) > 0 && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.text },
      }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: 'x-unknown' } }
        : createHarResponse(response, recorder),
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
  return changeEntry(defaultEntry, exchange);
}

function createHarResponse({ status, headers, text }: RecordedResponse, recorder: Recorder) {
  const { writeText = (bodyText) => ({ text: bodyText }) } = recorder;
  return {
    status,
    headers: listHeaders(headers, recorder, false),
    content: {
      size: text?.length ?? -1,
      mimeType: headers['content-type'] ?? '',
      ...(text !== '' && writeText(text ?? '')),
    },
  };
}

function listHeaders(
  headers: Readonly<Record<string, string>>,
  { writeHeaders = (list) => list }: Recorder,
  isRequest: boolean,
): unknown {
  return writeHeaders(
    Object.entries(headers).map(([name, value]) => ({ name, value })),
    isRequest,
  );
}

/** Returns the text of an archive with these entries. */
export function createHar(entries: readonly Entry[], extraFields: object = {}): string {
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'x' }, ...extraFields, entries },
  });
}
