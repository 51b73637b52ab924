/** Leads tests through stops, each of which sends requests to a sandbox, and records the responses. */
import { newBook, type Format } from '../../books.ts';
import {
  createTestClient,
  valueAt,
  type TestClient,
  type ReceivedResponse,
} from '../test-client.ts';
import { type SettableClock, createClock } from '../../../../src/sandbox/parts/index.ts';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';

/** The arguments of each stop of the tour. */
export interface Guide {
  readonly sandbox: Sandbox;
  readonly clock: SettableClock;
  readonly client: TestClient;
  /** A client with the key of another account. */
  readonly otherClient: TestClient;
  /** Records a response under a name, and returns it. */
  readonly note: (
    name: string,
    response: ReceivedResponse | Promise<ReceivedResponse>,
  ) => Promise<ReceivedResponse>;
  /** Creates a book and records the response. */
  readonly create: (name: string, format: Format, changes?: object) => Promise<string>;
  /** Reads a book and records the response. */
  readonly show: (name: string, id: string) => Promise<ReceivedResponse>;
}

export type Stop = (guide: Guide) => Promise<void>;

/**
 * Runs the stops in a new sandbox with deterministic ids and times, and returns the notes of the responses.
 * @param usualNotes the notes of the same stops in another sandbox: the walk ends after the first stop that differs
 */
export async function walk(
  stops: readonly Stop[],
  options: SandboxOptions = {},
  usualNotes?: readonly string[],
): Promise<readonly string[]> {
  const clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 3));
  const keys = ['sandbox-key', 'other-key'];
  const sandbox = await createSandbox({ clock, keys, newId: createIdCounter(), ...options });
  const notes: string[] = [];
  const guide = createGuide({ sandbox, clock, notes });
  for (const stop of stops) {
    await stop(guide).catch((error: unknown) => {
      notes.push(`lost: ${String(error)}`);
    });
    if (usualNotes && notes.some((note, index) => note !== usualNotes[index])) break;
  }
  await sandbox.close();
  return notes;
}

function createGuide(tour: { sandbox: Sandbox; clock: SettableClock; notes: string[] }): Guide {
  const { sandbox, clock, notes } = tour;
  const client = createTestClient(sandbox);
  const note: Guide['note'] = async (name, response) => {
    clock.advance(1_000);
    const receivedResponse = await response;
    notes.push(`${name}: ${formatResponse(receivedResponse)}`);
    return receivedResponse;
  };
  return {
    sandbox,
    clock,
    client,
    otherClient: createTestClient(sandbox, 'other-key'),
    note,
    create: async (name, format, changes) => {
      const { body } = await note(name, client.post('/books', newBook(format, changes)));
      const id = valueAt(body, 'bookId') ?? valueAt(body, 'data.id');
      return typeof id === 'string' ? id : '';
    },
    show: (name, id) => note(name, client.get(`/books/${id}`)),
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
