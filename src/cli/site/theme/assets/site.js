/** The search and the theme of the site. Everything can be read without this script. */
(() => {
  const themes = ['system', 'light', 'dark'];
  const key = 'bookdist-theme';

  function startTheme() {
    const button = document.getElementById('theme');
    let theme = 'system';
    try {
      theme = localStorage.getItem(key) ?? 'system';
    } catch {
      // A page from disk may have no storage.
    }
    function show() {
      if (theme === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      button.setAttribute('aria-label', `Theme: ${theme}`);
      button.title = `Theme: ${theme}`;
    }
    button.addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      try {
        localStorage.setItem(key, theme);
      } catch {
        // It holds for this page.
      }
      show();
    });
    button.hidden = false;
    show();
  }

  const search = document.getElementById('search');
  const input = search.querySelector('input');
  const found = document.getElementById('found');
  let index;

  /** Higher kinds come first among pages that match equally well. */
  const ranks = {
    operation: 3,
    guide: 2.5,
    error: 2.5,
    requirement: 1.5,
    client: 1.2,
    result: 1.2,
  };

  /** Scripts instead of fetch, since a page from disk may not fetch. */
  function load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${search.dataset.root}assets/${name}`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });
  }

  async function prepare() {
    await Promise.all([load('minisearch.js'), load('search-entries.js')]);
    const made = new MiniSearch({
      fields: ['title', 'summary', 'text'],
      storeFields: ['title', 'kind', 'summary', 'path'],
      idField: 'path',
      tokenize: (text) => text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean),
      searchOptions: {
        boost: { title: 5, summary: 2 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
        boostDocument: (_id, _term, fields) => ranks[fields.kind] ?? 1,
      },
    });
    made.addAll(globalThis.searchEntries);
    return made;
  }

  async function update() {
    const words = input.value.trim();
    if (words === '') return close();
    index ??= prepare();
    const results = (await index).search(words).slice(0, 12);
    found.replaceChildren(...results.map(option));
    if (results.length === 0) {
      const none = document.createElement('li');
      none.className = 'none';
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      none.textContent = 'Nothing found';
      found.append(none);
    }
    found.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    select(0);
  }

  function option({ title, kind, summary, path }, at) {
    const item = document.createElement('li');
    item.id = `found-${at}`;
    item.setAttribute('role', 'option');
    item.dataset.path = path;
    const parts = [
      ['b', title],
      ['span', kind],
      ['p', summary],
    ];
    for (const [tag, text] of parts) {
      const part = document.createElement(tag);
      part.textContent = text;
      item.append(part, ' ');
    }
    item.addEventListener('mousedown', (event) => event.preventDefault());
    item.addEventListener('click', () => open(item));
    return item;
  }

  function options() {
    return [...found.querySelectorAll('[data-path]')];
  }

  function select(at) {
    for (const [number, item] of options().entries()) {
      item.setAttribute('aria-selected', String(number === at));
      if (number === at) item.scrollIntoView({ block: 'nearest' });
    }
    const chosen = options()[at];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function open(item) {
    location.href = search.dataset.root + item.dataset.path;
    close();
  }

  function close() {
    found.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function press(event) {
    const all = options();
    const at = all.findIndex((item) => item.getAttribute('aria-selected') === 'true');
    if (event.key === 'ArrowDown') select((at + 1) % all.length);
    else if (event.key === 'ArrowUp') select((at + all.length - 1) % all.length);
    else if (event.key === 'Enter' && all[at]) open(all[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  search.hidden = false;
  input.addEventListener('focus', () => (index ??= prepare()));
  input.addEventListener('input', update);
  input.addEventListener('keydown', press);
  input.addEventListener('blur', close);
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  startTheme();
})();
