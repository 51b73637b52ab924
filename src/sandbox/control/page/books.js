/** Shows the books with their state, their files and their latest requests. */
import { byId, createButton, createElement, formatTime } from './dom.js';
import { getLatestRequests } from './requests.js';
import { attempt, sendRequest } from './service.js';

let term = '';
/** The sequence number before which the next page starts; undefined after the last page. */
let next;
let pageCount = 1;
const openIds = new Set();

/** Reads the books, and shows them. */
export async function refreshBooks() {
  const books = [];
  next = undefined;
  for (let index = 0; index < pageCount; index += 1) {
    const before = next === undefined ? {} : { before: next };
    const query = new URLSearchParams({ find: term, ...before });
    const page = await sendRequest('GET', `books/page?${query}`);
    books.push(...page.books);
    next = page.next;
    if (next === undefined) break;
  }
  const list = byId('book-rows');
  const focusedId = document.activeElement?.closest('#book-rows li')?.dataset.id;
  list.replaceChildren(...(books.length === 0 ? [emptyRow()] : books.map(bookRow)));
  if (focusedId) list.querySelector(`[data-id="${CSS.escape(focusedId)}"] summary`)?.focus();
  byId('more-books').hidden = next === undefined;
}

export function startBooks() {
  const form = byId('book-search');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    term = form.elements.find.value;
    pageCount = 1;
    attempt(refreshBooks);
  });
  byId('more-books').addEventListener('click', () => {
    pageCount += 1;
    attempt(refreshBooks);
  });
}

function emptyRow() {
  return createElement('li', 'soft', term === '' ? 'There are no books.' : 'No book matches.');
}

function bookRow(book) {
  const { id, title, format, status, deletedAt } = book;
  const state = deletedAt === undefined ? status : 'deleted';
  const head = createElement(
    'summary',
    '',
    createElement('span', `state ${state}`, state.replaceAll('_', ' ')),
    createElement('b', '', title),
    createElement('span', 'soft', format),
  );
  const details = createElement('details', '', head);
  const showCard = () => {
    if (details.querySelector('.card') === null) details.append(bookCard(book));
  };
  details.open = openIds.has(id);
  if (details.open) showCard();
  details.addEventListener('toggle', () => {
    if (details.open) showCard();
    if (details.open) openIds.add(id);
    else openIds.delete(id);
  });
  const item = createElement('li', '', details);
  item.dataset.id = id;
  return item;
}

function bookCard(book) {
  const card = createElement('div', 'card', fieldList(book));
  if (book.status === 'in_review' && book.deletedAt === undefined) card.append(reviewTools(book));
  card.append(createElement('h3', '', 'Files'), fileList(book));
  card.append(createElement('h3', '', 'Latest requests'), requestList(book));
  return card;
}

function fieldList(book) {
  const rows = [
    ['id', book.id],
    ['account', book.account],
    ['external id', book.externalId],
    ['ISBN', book.isbn],
    ['publication date', book.publicationDate],
    ['final version', book.isFinalVersion ? 'yes' : 'no'],
    ['chapters', book.chapters?.length],
    ['created', formatTime(book.createdAt)],
    ['changed', formatTime(book.updatedAt)],
    ['review ends', book.reviewedAt === undefined ? undefined : formatTime(book.reviewedAt)],
    ['deleted', book.deletedAt === undefined ? undefined : formatTime(book.deletedAt)],
  ].filter(([, value]) => value !== undefined && value !== null);
  return createElement(
    'dl',
    '',
    ...rows.map(([name, value]) => {
      const title = createElement('dt', '', name);
      return createElement('div', '', title, createElement('dd', '', String(value)));
    }),
  );
}

function reviewTools({ id, title }) {
  const settle = (status) => () =>
    attempt(async () => {
      await sendRequest('POST', `books/${id}/review`, { status });
      await refreshBooks();
    }, `The review of ${title} ended.`);
  return createElement(
    'p',
    'tools',
    createButton('End review: published', settle('published')),
    createButton('End review: action needed', settle('action_needed')),
  );
}

function fileList({ files }) {
  if (files.length === 0) return createElement('p', 'soft', 'No file is attached.');
  return createElement(
    'ul',
    '',
    ...files.map(({ role, filename, id }) =>
      createElement(
        'li',
        '',
        `${filename} `,
        createElement('span', 'tag', role),
        ' ',
        createElement('span', 'id soft', id),
      ),
    ),
  );
}

function requestList({ id }) {
  const requests = getLatestRequests().filter(({ path }) => path.includes(id));
  if (requests.length === 0)
    return createElement('p', 'soft', 'There are none among the latest 500 requests.');
  return createElement(
    'ol',
    'calls',
    ...requests
      .slice(0, 20)
      .map(({ at, method, path, status, requirement }) =>
        createElement(
          'li',
          '',
          createElement('span', 'time', formatTime(at).slice(11)),
          ` ${method} …${path.slice(path.indexOf(id) + id.length)} → ${status}`,
          ...(requirement === undefined ? [] : [' ', createElement('span', 'id', requirement)]),
        ),
      ),
  );
}
