/** Shows the books with their state, their files and their latest requests. */
import { useState } from 'preact/hooks';
import type { Book } from '../../book/index.ts';
import type { LoggedRequest } from '../request-log.ts';
import { Form, formatTime, Panel } from './pieces.tsx';
import { addBooks, send, type BookSearch, type Change, type SandboxView } from './service.ts';

interface BooksProps {
  readonly view: SandboxView;
  readonly onSearch: (search: BookSearch) => void;
  readonly change: Change;
}

export function Books({ view, onSearch, change }: BooksProps) {
  const { books, next, search, requests, state } = view;
  const total = state.accounts.reduce((sum, account) => sum + account.books, 0);
  const field = {
    label: 'Find',
    name: 'find',
    type: 'search' as const,
    placeholder: 'id, external id or title',
  };
  return (
    <Panel title="Books">
      <p class="note">
        {total} in {state.accounts.length === 1 ? '1 account' : `${state.accounts.length} accounts`}
      </p>
      <Form id="book-search" fields={[field]} button="Find" onSubmit={onSearch} />
      {total === 0 && <FirstBooks service={view.choices.service} change={change} />}
      <ul id="book-rows" class="plain rows">
        {books.length === 0 && total > 0 && <li class="soft">There are no such books.</li>}
        {books.map((book) => (
          <BookRow key={book.id} book={book} requests={requests} change={change} />
        ))}
      </ul>
      <p class="line">
        {next !== undefined && (
          <button onClick={() => onSearch({ before: `${next}` })}>Show older books</button>
        )}
        {search.before !== undefined && (
          <button onClick={() => onSearch({})}>Show the newest books</button>
        )}
      </p>
    </Panel>
  );
}

function FirstBooks({
  service,
  change,
}: Pick<BooksProps, 'change'> & { readonly service: string }) {
  return (
    <>
      <p class="line">
        The sandbox is empty.
        <button onClick={() => addBooks(change, 50, 1)}>Add 50 books</button>
      </p>
      <p class="note">Or call it, with one of its keys:</p>
      <pre>{`curl --header "apikey: $KEY" ${service}/v2/distribution/books`}</pre>
    </>
  );
}

const stateKinds: Readonly<Record<string, string>> = {
  published: 'conforms',
  in_review: 'unproven',
  action_needed: 'unproven',
  deleted: 'drifts',
};

interface BookProps extends Pick<BooksProps, 'change'> {
  readonly book: Book;
  readonly requests: readonly LoggedRequest[];
}

function BookRow(props: BookProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { title, format } = props.book;
  const state = getState(props.book);
  return (
    <li>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary class="line">
          <span class={`badge ${stateKinds[state] ?? ''}`}>{state.replaceAll('_', ' ')}</span>
          <b>{title}</b>
          <span class="soft">{format}</span>
        </summary>
        {isOpen && <BookCard {...props} />}
      </details>
    </li>
  );
}

function getState({ status, deletedAt }: Book): string {
  return deletedAt === undefined ? status : 'deleted';
}

function BookCard({ book, requests, change }: BookProps) {
  const { id, title, files } = book;
  const end = (status: string) =>
    change(() => send('POST', `books/${id}/review`, { status }), `The review of ${title} ended.`);
  return (
    <div class="card">
      <dl>
        {Object.entries(book).map(
          ([name, value]) =>
            value !== null && (
              <div>
                <dt class="soft">{name}</dt>
                <dd>{formatField(name, value)}</dd>
              </div>
            ),
        )}
      </dl>
      {getState(book) === 'in_review' && (
        <p class="line">
          <button onClick={() => end('published')}>End review: published</button>
          <button onClick={() => end('action_needed')}>End review: action needed</button>
        </p>
      )}
      <h3>Files</h3>
      {files.length === 0 && <p class="soft">No file is attached.</p>}
      {files.map((file) => (
        <p>
          {file.filename} <span class="tag">{file.role}</span> <span class="id">{file.id}</span>
        </p>
      ))}
      <h3>Latest requests</h3>
      <BookRequests id={id} requests={requests} />
    </div>
  );
}

function BookRequests({ id, requests }: Pick<BookProps, 'requests'> & Pick<Book, 'id'>) {
  const calls = requests.filter(({ path }) => path.includes(id)).slice(0, 20);
  if (calls.length === 0) return <p class="soft">There are none among the latest 500 requests.</p>;
  return calls.map(({ at, method, path, status, requirement }) => (
    <p>
      <span class="soft">{formatTime(at).slice(11)}</span> {method} …
      {path.slice(path.indexOf(id) + id.length)} → {status} <span class="id">{requirement}</span>
    </p>
  ));
}

/** Formats a field of a book for people: times in UTC, and lists by their length. */
function formatField(name: string, value: unknown): string {
  if (typeof value === 'number' && name.endsWith('At')) return formatTime(value);
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
