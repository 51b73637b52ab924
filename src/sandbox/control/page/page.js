/** Starts the page, and refreshes it every two seconds while it is visible. */
import { refreshBooks, startBooks } from './books.js';
import { byId } from './dom.js';
import { refreshRequests, startRequests } from './requests.js';
import { attempt, sendRequest, startToken } from './service.js';
import { loadChoices, showState, startSettings } from './settings.js';

const refreshMs = 2000;
const themes = ['system', 'light', 'dark'];
let bookCount = -1;

/** Refreshes the state, the requests, and the books if they may have changed. */
async function refresh(force = false) {
  const state = await sendRequest('GET', 'state');
  const count = state.accounts.reduce((sum, account) => sum + account.books, 0);
  const isNew = await refreshRequests();
  if (force || isNew || count !== bookCount) await refreshBooks();
  bookCount = count;
  showState(state);
  await loadChoices();
  // The page stays hidden until it has content, so that its parts do not move.
  byId('main').hidden = false;
}

async function poll() {
  if (!document.hidden) await attempt(() => refresh());
  setTimeout(poll, refreshMs);
}

function startTheme() {
  const button = byId('theme');
  let index = Math.max(0, themes.indexOf(localStorage.getItem('bookdist-theme')));
  const show = () => {
    if (index === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = themes[index];
    button.setAttribute('aria-label', `Theme: ${themes[index]}`);
  };
  button.addEventListener('click', () => {
    index = (index + 1) % themes.length;
    localStorage.setItem('bookdist-theme', themes[index]);
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
