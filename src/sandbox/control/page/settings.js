/** Shows and changes the clock, the behaviour of accounts, the chaos rules and the content. */
import { byId, createButton, createElement, fillSelect, formatTime } from './dom.js';
import { attempt, sendRequest } from './service.js';

let state;
let choices;
let refresh = async () => undefined;

const operations =
  'createBook listBooks readBook lookUpBook updateBook requestUploads putFile attachFile publishBook unpublishBook deleteBook';

/** Shows the state of the sandbox. */
export function showState(newState) {
  state = newState;
  const { accounts, clock, chaos } = newState;
  const books = accounts.reduce((sum, account) => sum + account.books, 0);
  byId('summary').textContent =
    `${books} ${books === 1 ? 'book' : 'books'}, ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  byId('clock-now').textContent = `${formatTime(clock.now)} UTC`;
  const freeze = byId('freeze');
  freeze.setAttribute('aria-pressed', String(clock.frozen));
  freeze.textContent = clock.frozen ? 'Frozen: let it run' : 'Freeze';
  fillSelect(
    byId('behaviour-form').elements.account,
    accounts.map(({ id, name }) => [id, name]),
  );
  const rows = accounts.flatMap(behaviourRows);
  showRows('behaviour-rows', rows, 'Every account follows the document.');
  showRows('chaos-rows', chaos.rules.map(chaosRow), 'No request is disturbed.');
}

/** Shows a list. Does nothing if its text is the same, because new elements would lose the focus. */
function showRows(id, rows, emptyText) {
  const list = byId(id);
  const items = rows.length === 0 ? [createElement('li', 'soft', emptyText)] : rows;
  const text = items.map((item) => item.textContent).join('\n');
  if (list.dataset.text === text) return;
  list.dataset.text = text;
  list.replaceChildren(...items);
}

function behaviourRows({ id, name, readings, faults }) {
  const without = (key) => ({
    readings: Object.fromEntries(Object.entries(readings).filter(([silence]) => silence !== key)),
    faults: faults.filter((fault) => fault !== key),
  });
  const remove = (key) => () => change(`Removed ${key}.`, () => setBehaviour(id, without(key)));
  const rows = [
    ...Object.entries(readings).map(([key, value]) => ['reading', key, `${key} = ${value}`]),
    ...faults.map((key) => ['fault', key, key]),
  ];
  return rows.map(([kind, key, text]) =>
    createElement(
      'li',
      'rule',
      createElement(
        'span',
        '',
        `${name}: `,
        createElement('span', 'tag', kind),
        ' ',
        createElement('span', 'id', text),
      ),
      createButton('Remove', remove(key), `Remove ${key}`),
    ),
  );
}

function chaosRow(rule, ruleIndex) {
  const { operation = 'any operation', rate, nth, times, effect } = rule;
  const parts = [
    operation,
    effect.kind === 'status' ? `status ${effect.status}` : effect.kind.replace('-', ' '),
    ...(nth === undefined ? [] : [`request ${nth}`]),
    ...(rate === undefined ? [] : [`${Math.round(rate * 100)} %`]),
    ...(times === undefined ? [] : [`at most ${times} times`]),
  ];
  const remove = () =>
    change('Removed the rule.', () =>
      setChaos(state.chaos.rules.filter((_rule, index) => index !== ruleIndex)),
    );
  const text = parts.join(', ');
  return createElement(
    'li',
    'rule',
    createElement('span', '', text),
    createButton('Remove', remove, `Remove ${text}`),
  );
}

function setBehaviour(account, behaviour) {
  return sendRequest('PUT', `accounts/${encodeURIComponent(account)}/behaviour`, behaviour);
}

function setChaos(rules) {
  return sendRequest('PUT', 'chaos', { seed: state.chaos.seed, rules });
}

/** Runs an action, refreshes the page and announces the success. */
async function change(successMessage, action) {
  await attempt(async () => {
    await action();
    await refresh();
  }, successMessage);
}

/** @param refreshAll called after each change */
export function startSettings(refreshAll) {
  refresh = refreshAll;
  for (const advanceButton of document.querySelectorAll('[data-advance]'))
    advanceButton.addEventListener('click', () =>
      change('Moved the clock.', () =>
        sendRequest('POST', 'clock/advance', {
          milliseconds: Number(advanceButton.dataset.advance),
        }),
      ),
    );
  byId('freeze').addEventListener('click', () =>
    change('', () => sendRequest('PUT', 'clock', { frozen: !state.clock.frozen })),
  );
  byId('reset').addEventListener('click', () => {
    if (confirm('Delete every book and file of this sandbox?'))
      change('Deleted every book and file.', () => sendRequest('POST', 'reset'));
  });
  onSubmit('seed-form', ({ count, seed }) =>
    change('Added books.', () =>
      sendRequest('POST', 'seed', { count: Number(count.value), seed: Number(seed.value) }),
    ),
  );
  startBehaviour();
  startChaos();
}

/** Reads the readings and faults to choose from, once. */
export async function loadChoices() {
  choices ??= await sendRequest('GET', 'choices');
  const { silence } = byId('behaviour-form').elements;
  if (silence.options.length > 0) return;
  fillSelect(
    silence,
    Object.keys(choices.readings).map((id) => [id, id]),
  );
  byId('faults').replaceChildren(...choices.faults.map((name) => new Option(name)));
  silence.dispatchEvent(new Event('change'));
}

function startBehaviour() {
  const { silence, reading } = byId('behaviour-form').elements;
  silence.addEventListener('change', () =>
    fillSelect(
      reading,
      (choices.readings[silence.value] ?? []).map((value) => [value, value]),
    ),
  );
  onSubmit('behaviour-form', ({ account, fault }, kind) => {
    const { readings, faults } = state.accounts.find(({ id }) => id === account.value);
    if (kind === 'fault' && fault.value === '') return fault.focus();
    const behaviour =
      kind === 'fault'
        ? { readings, faults: [...new Set([...faults, fault.value])] }
        : { readings: { ...readings, [silence.value]: reading.value }, faults };
    return change('Changed the behaviour.', () => setBehaviour(account.value, behaviour));
  });
}

function startChaos() {
  const form = byId('chaos-form').elements;
  form.operation.append(...operations.split(' ').map((name) => new Option(name)));
  onSubmit('chaos-form', ({ operation, effect, rate, times }) =>
    change('Added the rule.', () =>
      setChaos([
        ...state.chaos.rules,
        {
          ...(operation.value === '' ? {} : { operation: operation.value }),
          rate: Number(rate.value),
          ...(times.value === '' ? {} : { times: Number(times.value) }),
          effect: createEffect(effect.value),
        },
      ]),
    ),
  );
}

function createEffect(value) {
  if (value === '429') return { kind: 'status', status: 429, retryAfterSeconds: 1 };
  if (value === '503') return { kind: 'status', status: 503 };
  if (value === 'delay') return { kind: 'delay', milliseconds: 2000 };
  return { kind: value };
}

function onSubmit(id, action) {
  const form = byId(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    action(form.elements, event.submitter?.value);
  });
}
