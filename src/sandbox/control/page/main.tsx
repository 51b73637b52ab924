/** The web page of a sandbox: its requests, its books, and the settings of its behaviour. */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce, findById, startTheme } from '../../../design/browser.ts';
import { type Values, Form } from './pieces.tsx';
import { Books } from './books.tsx';
import { Requests } from './requests.tsx';
import {
  readSandbox,
  readToken,
  storeToken,
  type BookSearch,
  type Change,
  type SandboxView,
} from './service.ts';
import { Behaviour, Chaos, Clock, Content } from './settings.tsx';

const refreshMs = 2000;

const tokenField = {
  label: 'Token of the control API',
  name: 'token',
  type: 'password' as const,
  required: true,
};

function Page({ needsToken }: { readonly needsToken: boolean }) {
  const [token, setToken] = useState(readToken());
  const [search, setSearch] = useState<BookSearch>({});
  const latestSearch = useRef(search);
  latestSearch.current = search;
  const [view, setView] = useState<SandboxView>();
  const [notice, setNotice] = useState('');
  const isLocked = needsToken && token === '';
  const change: Change = (action, successMessage = '') => {
    const run = async (): Promise<void> => {
      await action();
      const newView = await readSandbox(search);
      // A slow answer must not replace that of a later search.
      if (search === latestSearch.current) setView(newView);
      setNotice('');
      if (successMessage !== '') announce(successMessage);
    };
    run().catch((error: unknown) => {
      setToken(readToken());
      setNotice(error instanceof Error ? error.message : String(error));
    });
  };
  const open = (values: Values): void => {
    storeToken(values['token'] ?? '');
    setToken(readToken());
  };
  useEffect(
    () => (isLocked ? undefined : refreshRegularly(() => change(async () => undefined))),
    [isLocked, search],
  );
  return (
    <>
      <p class="notice tinted unproven" role="alert" hidden={notice === ''}>
        {notice}
      </p>
      {isLocked && <Form id="token" fields={[tokenField]} button="Open" onSubmit={open} />}
      {/* The parts come with their content, so that they do not move. */}
      {view && !isLocked && <Columns view={view} onSearch={setSearch} change={change} />}
    </>
  );
}

/** Refreshes now and at intervals while the page is visible. Returns a function that ends this. */
function refreshRegularly(refresh: () => void): () => void {
  const refreshIfVisible = (): void => {
    if (!document.hidden) refresh();
  };
  refreshIfVisible();
  const timer = setInterval(refreshIfVisible, refreshMs);
  return () => clearInterval(timer);
}

interface ColumnsProps {
  readonly view: SandboxView;
  readonly onSearch: (search: BookSearch) => void;
  readonly change: Change;
}

function Columns({ view, onSearch, change }: ColumnsProps) {
  return (
    <div class="columns">
      <Requests latest={view.requests} />
      <div class="settings">
        <Clock view={view} change={change} />
        <Behaviour view={view} change={change} />
        <Chaos view={view} change={change} />
        <Content change={change} />
      </div>
      <Books view={view} onSearch={onSearch} change={change} />
    </div>
  );
}

startTheme();
const app = findById('app', HTMLElement);
if (app) render(<Page needsToken={'locked' in app.dataset} />, app);
