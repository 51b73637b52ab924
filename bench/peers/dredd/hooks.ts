/** Hooks of Dredd: each documented answer gets a request that leads to it, and a look at what it left behind. */
import { callbackify } from 'node:util';
import { accountAt, type Account } from '../answers/account.ts';
import { aftermath } from './aftermath.ts';
import { prepare, type Prepared } from '../answers/requests.ts';
import type { Transaction } from './transaction.ts';

const prefix = '/v2/distribution';

type Hook = (run: (transaction: Transaction, done: () => void) => void) => void;

export interface Hooks {
  readonly beforeEach: Hook;
  readonly beforeEachValidation: Hook;
  readonly afterEach: Hook;
}

interface Knowledge {
  readonly key: string;
  /** By method, path template and status. */
  readonly schemas: Readonly<Record<string, unknown>>;
}

/** Registers all of them; an hour's work of somebody who knows the document. */
export function register(hooks: Hooks, { key, schemas }: Knowledge): void {
  const books = new Map<string, { readonly id: string; readonly was: unknown }>();
  const accountOf = ({ host, port }: Transaction): Account =>
    accountAt(`http://${host}:${port}${prefix}`, key);
  hooks.beforeEach(
    waiting(async (transaction) => {
      const account = accountOf(transaction);
      const prepared = await prepare(account, {
        call: callOf(transaction),
        status: transaction.expected.statusCode,
      });
      if (prepared === undefined) {
        transaction.skip = true;
        return;
      }
      change(transaction, prepared, key);
      const { book } = prepared;
      if (book !== undefined) {
        books.set(transaction.name, { id: book, was: await account.attributes(book) });
      }
    }),
  );
  hooks.beforeEachValidation(
    waiting(async (transaction) => {
      const { expected } = transaction;
      const schema = schemas[`${callOf(transaction)} ${expected.statusCode}`];
      if (schema !== undefined) expected.bodySchema = JSON.stringify(schema);
      allowWhatIsOpen(transaction);
    }),
  );
  hooks.afterEach(
    waiting(async (transaction) => {
      const account = accountOf(transaction);
      const book = books.get(transaction.name);
      const wrong = await aftermath({ account, transaction }, book);
      if (wrong !== undefined && transaction.fail === undefined) transaction.fail = wrong;
      if (book !== undefined) await account.remove(book.id);
    }),
  );
}

function callOf({ request, origin }: Transaction): string {
  return `${request.method} ${origin.resourceName.replace(prefix, '')}`;
}

/** An asynchronous hook in the form Dredd takes; one that fails is a failure of the transaction. */
function waiting(run: (transaction: Transaction) => Promise<void>) {
  return (transaction: Transaction, done: () => void): void => {
    callbackify(run)(transaction, (error) => {
      if (error !== null) transaction.fail = `a hook failed: ${String(error)}`;
      done();
    });
  };
}

function change(transaction: Transaction, { body, path, key: none }: Prepared, key: string): void {
  transaction.fullPath = `${prefix}${path ?? '/books'}`;
  if (body !== undefined) transaction.request.body = JSON.stringify(body);
  if (none === undefined) transaction.request.headers['apikey'] = key;
  else delete transaction.request.headers['apikey'];
}

/** What the document leaves open is no failure: which success, and which JSON. */
function allowWhatIsOpen({ expected, real, name }: Transaction): void {
  const status = String(real.statusCode);
  const open = /Delete a book|Withdraw a book/.test(name) && expected.statusCode === '204';
  if (open && status.startsWith('2')) expected.statusCode = status;
  const type = Object.keys(expected.headers).find((header) => /^content-type$/i.test(header));
  if (
    type !== undefined &&
    /^application\/(problem\+)?json/.test(real.headers['content-type'] ?? '')
  ) {
    expected.headers[type] = real.headers['content-type'] ?? '';
  }
}
