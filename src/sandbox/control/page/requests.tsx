/** Shows the latest requests, each with the requirement that refused it. */
import { useState } from 'preact/hooks';
import type { LoggedRequest } from '../request-log.ts';
import { Field, formatTime, Panel } from './pieces.tsx';

const maxRows = 60;

export function Requests({ latest }: { readonly latest: readonly LoggedRequest[] }) {
  const [find, setFind] = useState('');
  const [onlyRefused, setOnlyRefused] = useState(false);
  /** The requests that stay while the table is not live. */
  const [kept, setKept] = useState<readonly LoggedRequest[]>();
  const rows = (kept ?? latest).filter(
    ({ body: _body, ...line }) =>
      (!onlyRefused || line.status >= 400 || line.status === 0) &&
      Object.values(line).join(' ').toLowerCase().includes(find),
  );
  const older = rows.length > maxRows && `and ${rows.length - maxRows} older requests: use Find`;
  return (
    <Panel title="Requests">
      <div class="filters line">
        <Field
          label="Find"
          name="request"
          type="search"
          placeholder="path, account, id, status or requirement"
          onInput={({ currentTarget }) => setFind(currentTarget.value.trim().toLowerCase())}
        />
        <Field
          label="only refused"
          name="refused"
          type="checkbox"
          onInput={({ currentTarget }) => setOnlyRefused(currentTarget.checked)}
        />
        <Field
          label="live"
          name="live"
          type="checkbox"
          checked={kept === undefined}
          onInput={({ currentTarget }) => setKept(currentTarget.checked ? undefined : latest)}
        />
      </div>
      <RequestTable rows={rows.slice(0, maxRows)} />
      <p class="soft">{rows.length === 0 ? 'No request yet, or none that matches.' : older}</p>
    </Panel>
  );
}

function RequestTable({ rows }: { readonly rows: readonly LoggedRequest[] }) {
  return (
    <div class="scroll" role="group" aria-label="Table of requests" tabIndex={0}>
      <table class="requests">
        <thead>
          <tr>
            {['Time', 'Account', 'Request', 'Status', 'Refused by', 'Took'].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody id="request-rows">{rows.map(RequestRow)}</tbody>
      </table>
    </div>
  );
}

function RequestRow(request: LoggedRequest) {
  const { at, server, method, path, status, requirement, milliseconds } = request;
  const { account, operation, id, detail, body } = request;
  const kind = status === 0 || status >= 500 ? 'drifts' : status >= 400 ? 'unproven' : 'conforms';
  return (
    <tr>
      <td class="soft">{formatTime(at).slice(11)}</td>
      <td>{account}</td>
      <td class="id" title={[operation, id].filter(Boolean).join(' ')}>
        <b>{method}</b> {path.replace('/v2/distribution', '')}{' '}
        {server === 'storage' && <span class="tag">storage</span>}
        {body && (
          <details>
            <summary>body</summary>
            <pre>{body}</pre>
          </details>
        )}
      </td>
      <td>
        <span class={`badge ${kind}`}>{status === 0 ? 'broken off' : status}</span>
      </td>
      <td class="id">
        {requirement}
        {detail && <p class="soft">{detail}</p>}
      </td>
      <td class="soft">{milliseconds} ms</td>
    </tr>
  );
}
