/** The books with their state, their files and the calls that they got. */
import { button, byId, make, timeWords } from './dom.js';
import { knownRequests } from './requests.js';
import { ask, attempt } from './service.js';

let find = '';
let next;
let pages = 1;
const open = new Set();

/** Requests the books that are shown. */
export async function refreshBooks() {
  const books = [];
  next = undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({ find, ...(next === undefined ? {} : { before: next }) });
    const part = await ask('GET', `books/page?${query}`);
    books.push(...part.books);
    next = part.next;
    if (next === undefined) break;
  }
  const list = byId('book-rows');
  const focused = document.activeElement?.closest('#book-rows li')?.dataset.id;
  list.replaceChildren(...(books.length === 0 ? [emptyRow()] : books.map(bookRow)));
  if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"] summary`)?.focus();
  byId('more-books').hidden = next === undefined;
}

export function startBooks() {
  const form = byId('book-search');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    find = form.elements.find.value;
    pages = 1;
    attempt(refreshBooks);
  });
  byId('more-books').addEventListener('click', () => {
    pages += 1;
    attempt(refreshBooks);
  });
}

function emptyRow() {
  return make('li', 'soft', find === '' ? 'There are no books.' : 'No book has this.');
}

function bookRow(book) {
  const { id, title, format, status, deletedAt } = book;
  const state = deletedAt === undefined ? status : 'deleted';
  const head = make(
    'summary',
    '',
    make('span', `state ${state}`, state.replaceAll('_', ' ')),
    make('b', '', title),
    make('span', 'soft', format),
  );
  const details = make('details', '', head);
  const show = () => {
    if (details.querySelector('.card') === null) details.append(bookCard(book));
  };
  details.open = open.has(id);
  if (details.open) show();
  details.addEventListener('toggle', () => {
    if (details.open) show();
    open[details.open ? 'add' : 'delete'](id);
  });
  const item = make('li', '', details);
  item.dataset.id = id;
  return item;
}

function bookCard(book) {
  const card = make('div', 'card', facts(book));
  if (book.status === 'in_review' && book.deletedAt === undefined) card.append(reviewTools(book));
  card.append(make('h3', '', 'Files'), files(book), make('h3', '', 'Latest calls'), calls(book));
  return card;
}

function facts(book) {
  const rows = [
    ['id', book.id],
    ['account', book.account],
    ['external id', book.externalId],
    ['ISBN', book.isbn],
    ['publication date', book.publicationDate],
    ['final version', book.isFinalVersion ? 'yes' : 'no'],
    ['chapters', book.chapters?.length],
    ['created', timeWords(book.createdAt)],
    ['changed', timeWords(book.updatedAt)],
    ['review ends', book.reviewedAt === undefined ? undefined : timeWords(book.reviewedAt)],
    ['deleted', book.deletedAt === undefined ? undefined : timeWords(book.deletedAt)],
  ].filter(([, value]) => value !== undefined && value !== null);
  return make(
    'dl',
    '',
    ...rows.map(([name, value]) =>
      make('div', '', make('dt', '', name), make('dd', '', String(value))),
    ),
  );
}

function reviewTools({ id, title }) {
  const settle = (status) => () =>
    attempt(async () => {
      await ask('POST', `books/${id}/review`, { status });
      await refreshBooks();
    }, `The review of ${title} ended.`);
  return make(
    'p',
    'tools',
    button('End review: published', settle('published')),
    button('End review: action needed', settle('action_needed')),
  );
}

function files({ files: all }) {
  if (all.length === 0) return make('p', 'soft', 'No file is attached.');
  return make(
    'ul',
    '',
    ...all.map(({ role, filename, id }) =>
      make('li', '', `${filename} `, make('span', 'tag', role), ' ', make('span', 'id soft', id)),
    ),
  );
}

function calls({ id }) {
  const all = knownRequests().filter(({ path }) => path.includes(id));
  if (all.length === 0) return make('p', 'soft', 'None among the latest 500 requests.');
  return make(
    'ol',
    'calls',
    ...all
      .slice(0, 20)
      .map(({ at, method, path, status, requirement }) =>
        make(
          'li',
          '',
          make('span', 'time', timeWords(at).slice(11)),
          ` ${method} …${path.slice(path.indexOf(id) + id.length)} → ${status}`,
          ...(requirement === undefined ? [] : [' ', make('span', 'id', requirement)]),
        ),
      ),
  );
}
