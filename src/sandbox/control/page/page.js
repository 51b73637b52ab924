/** Starts the page, and asks for what is new every two seconds while it is visible. */
import { refreshBooks, startBooks } from './books.js';
import { byId } from './dom.js';
import { refreshRequests, startRequests } from './requests.js';
import { ask, attempt, startToken } from './service.js';
import { loadChoices, showState, startSettings } from './settings.js';

const every = 2000;
const themes = ['system', 'light', 'dark'];
let books = -1;

/** Requests the state, and the books if they may have changed. */
async function refresh(force = false) {
  const state = await ask('GET', 'state');
  const count = state.accounts.reduce((sum, account) => sum + account.books, 0);
  const isNew = await refreshRequests();
  if (force || isNew || count !== books) await refreshBooks();
  books = count;
  showState(state);
  await loadChoices();
  // Empty parts would jump as they are filled.
  byId('main').hidden = false;
}

async function poll() {
  if (!document.hidden) await attempt(() => refresh());
  setTimeout(poll, every);
}

function startTheme() {
  const button = byId('theme');
  let at = Math.max(0, themes.indexOf(localStorage.getItem('bookdist-theme')));
  const show = () => {
    if (at === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = themes[at];
    button.setAttribute('aria-label', `Theme: ${themes[at]}`);
  };
  button.addEventListener('click', () => {
    at = (at + 1) % themes.length;
    localStorage.setItem('bookdist-theme', themes[at]);
    show();
  });
  show();
}

startTheme();
startToken(() => attempt(() => refresh(true)));
startRequests();
startBooks();
startSettings(() => refresh(true));
poll();
