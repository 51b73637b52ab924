/** Sends groups of calls to a new sandbox, and records the responses. */
import { newBook, type Format } from '../../books.ts';
import {
  createTestClient,
  valueAt,
  type TestClient,
  type ReceivedResponse,
} from '../test-client.ts';
import {
  type SettableClock,
  createClock,
} from '../../../../src/sandbox/replaceable-parts/index.ts';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';

/** What a group of calls gets. */
export interface CallRecorder {
  readonly sandbox: Sandbox;
  readonly clock: SettableClock;
  readonly client: TestClient;
  /** A client with the key of another account. */
  readonly otherClient: TestClient;
  /** Records a response under a name, and returns it. */
  readonly record: (
    name: string,
    response: ReceivedResponse | Promise<ReceivedResponse>,
  ) => Promise<ReceivedResponse>;
  /** Creates a book and records the response. */
  readonly create: (name: string, format: Format, changes?: object) => Promise<string>;
  /** Reads a book and records the response. */
  readonly show: (name: string, id: string) => Promise<ReceivedResponse>;
}

export type SampleCalls = (recorder: CallRecorder) => Promise<void>;

/**
 * Sends the groups to a new sandbox with deterministic ids and times, and returns the responses as text.
 * @param usualResponses those of another sandbox to the same groups: it ends after the first group that differs
 */
export async function recordCalls(
  groups: readonly SampleCalls[],
  options: SandboxOptions = {},
  usualResponses?: readonly string[],
): Promise<readonly string[]> {
  const clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 3));
  const keys = ['sandbox-key', 'other-key'];
  const sandbox = await createSandbox({ clock, keys, newId: createIdCounter(), ...options });
  const responses: string[] = [];
  const recorder = createRecorder({ sandbox, clock, responses });
  for (const send of groups) {
    await send(recorder).catch((error: unknown) => {
      responses.push(`lost: ${String(error)}`);
    });
    if (usualResponses && responses.some((response, index) => response !== usualResponses[index]))
      break;
  }
  await sandbox.close();
  return responses;
}

function createRecorder(run: {
  sandbox: Sandbox;
  clock: SettableClock;
  responses: string[];
}): CallRecorder {
  const { sandbox, clock, responses } = run;
  const client = createTestClient(sandbox);
  const record: CallRecorder['record'] = async (name, response) => {
    clock.advance(1_000);
    const receivedResponse = await response;
    responses.push(`${name}: ${formatResponse(receivedResponse)}`);
    return receivedResponse;
  };
  return {
    sandbox,
    clock,
    client,
    otherClient: createTestClient(sandbox, 'other-key'),
    record,
    create: async (name, format, changes) => {
      const { body } = await record(name, client.post('/books', newBook(format, changes)));
      const id = valueAt(body, 'bookId') ?? valueAt(body, 'data.id');
      return typeof id === 'string' ? id : '';
    },
    show: (name, id) => record(name, client.get(`/books/${id}`)),
  };
}

const shownHeaders = ['content-type', 'location', 'allow', 'www-authenticate'];

/** Formats a response without signatures, which depend on a random secret. */
function formatResponse({ status, text, headers }: ReceivedResponse): string {
  const headerValues = shownHeaders.flatMap((name) => headers.get(name) ?? []);
  return `${status} ${headerValues.join(' ')} ${text.replaceAll(/signature=[0-9a-f]+/g, 'signature')}`;
}

function createIdCounter(): () => string {
  let count = 0;
  return () => `5a1f0000-0000-4000-8000-${(++count).toString(16).padStart(12, '0')}`;
}
