/** Shows and changes the clock, the behaviour of accounts, the chaos rules and the content. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { operationIds } from '../../../contract/operations.ts';
import type { ChaosEffect, ChaosRule } from '../../chaos.ts';
import type { AccountBehaviour } from '../../account-settings.ts';
import type { SandboxState } from '../control-operations.ts';
import {
  toOptions,
  type Option,
  type Values,
  Form,
  formatTime,
  Panel,
  RuleList,
  type Rule,
} from './pieces.tsx';
import { addBooks, send, type Change, type SandboxView } from './service.ts';

interface SettingsProps {
  readonly view: SandboxView;
  readonly change: Change;
}

const hourMs = 3_600_000;
const steps = { '+1 hour': hourMs, '+1 day': 24 * hourMs, '+14 days': 14 * 24 * hourMs };

export function Clock({ view, change }: SettingsProps) {
  const { now, frozen } = view.state.clock;
  const advance = (milliseconds: number) =>
    change(() => send('POST', 'clock/advance', { milliseconds }), 'Moved the clock.');
  const freeze = () => change(() => send('PUT', 'clock', { frozen: !frozen }));
  return (
    <Panel title="Clock">
      <p id="clock-now">{formatTime(now)} UTC</p>
      <div class="line">
        {Object.entries(steps).map(([name, milliseconds]) => (
          <button onClick={() => advance(milliseconds)}>{name}</button>
        ))}
        <button aria-pressed={frozen} onClick={freeze}>
          {frozen ? 'Frozen: let it run' : 'Freeze'}
        </button>
      </div>
    </Panel>
  );
}

type Account = SandboxState['accounts'][number];

export function Behaviour({ view, change }: SettingsProps) {
  const { accounts } = view.state;
  const { readings, questions, faults } = view.choices;
  const silences = Object.entries(questions).toSorted(([, a], [, b]) => a.localeCompare(b));
  const [silence = '', setSilence] = useState(silences[0]?.[0]);
  const set = ({ id }: Account, behaviour: AccountBehaviour, message: string) =>
    change(() => send('PUT', `accounts/${encodeURIComponent(id)}/behaviour`, behaviour), message);
  const add = ({ account, reading, fault }: Values): void => {
    const changed = accounts.find(({ id }) => id === account) ?? accounts[0];
    if (changed === undefined) return;
    const newReadings = { ...changed.readings, ...(reading && { [silence]: reading }) };
    const newFaults = [...new Set([...changed.faults, ...(fault ? [fault] : [])])];
    set(changed, { readings: newReadings, faults: newFaults }, 'Changed the behaviour.');
  };
  const options = accounts.map(({ id, name }): Option => [id, name]);
  const shared = accounts.length > 1 ? [{ label: 'Account', name: 'account', options }] : [];
  const reading = {
    label: 'Open question',
    name: 'silence',
    options: silences,
    onChoice: setSilence,
  };
  const answer = { label: 'Answer', name: 'reading', options: toOptions(readings[silence] ?? []) };
  const fault = { label: 'Fault', name: 'fault', list: 'faults', required: true };
  return (
    <Panel title="Behaviour">
      <Form fields={[...shared, reading, answer]} button="Use this reading" onSubmit={add} />
      <Form fields={[...shared, fault]} button="Add this fault" onSubmit={add} />
      <datalist id="faults">
        {faults.map((name) => (
          <option>{name}</option>
        ))}
      </datalist>
      <RuleList
        rules={accounts.flatMap((entry) => listBehaviour(entry, questions, set))}
        none="Every account follows the document."
      />
    </Panel>
  );
}

function listBehaviour(
  account: Account,
  questions: SandboxView['choices']['questions'],
  set: (account: Account, behaviour: AccountBehaviour, message: string) => void,
): Rule[] {
  const { name, readings, faults } = account;
  const toRule = (kind: string, id: string, text: ComponentChildren) => ({
    name: id,
    text: [`${name}: `, <span class="tag">{kind}</span>, ' ', text],
    remove: () => {
      const { [id]: _removed, ...otherReadings } = readings;
      const others = { readings: otherReadings, faults: faults.filter((fault) => fault !== id) };
      set(account, others, `Removed ${id}.`);
    },
  });
  return [
    ...Object.entries(readings).map(([id, value]) =>
      toRule('reading', id, [questions[id], ' ', <span class="id">{value}</span>]),
    ),
    ...faults.map((id) => toRule('fault', id, <span class="id">{id}</span>)),
  ];
}

const effects: Readonly<Record<string, ChaosEffect>> = {
  'status 429, Retry-After 1 s': { kind: 'status', status: 429, retryAfterSeconds: 1 },
  'status 503': { kind: 'status', status: 503 },
  'delay of 2 s': { kind: 'delay', milliseconds: 2000 },
  'truncated body': { kind: 'truncated-body' },
  'response lost after the change': { kind: 'lost-response' },
  'connection reset': { kind: 'reset' },
};

const chaosFields = [
  { label: 'Operation', name: 'operation', options: [['', 'any'], ...toOptions(operationIds)] },
  { label: 'Effect', name: 'effect', options: toOptions(Object.keys(effects)) },
  {
    label: 'Every call with a chance of',
    name: 'rate',
    options: [1, 0.5, 0.1].map((rate): Option => [`${rate}`, formatShare(rate)]),
  },
  {
    label: 'At most this many times',
    name: 'times',
    type: 'number',
    min: 1,
    placeholder: 'unlimited',
  },
] as const;

export function Chaos({ view, change }: SettingsProps) {
  const { seed, rules } = view.state.chaos;
  const set = (newRules: readonly object[], message: string) =>
    change(() => send('PUT', 'chaos', { seed, rules: newRules }), message);
  const add = ({ operation, effect = '', rate, times }: Values): void => {
    const limits = { ...(operation && { operation }), ...(times && { times: Number(times) }) };
    set([...rules, { ...limits, rate: Number(rate), effect: effects[effect] }], 'Added the rule.');
  };
  const rows = rules.map((rule, index) => ({
    name: describeRule(rule),
    text: describeRule(rule),
    remove: () => set(rules.toSpliced(index, 1), 'Removed the rule.'),
  }));
  return (
    <Panel title="Chaos">
      <Form fields={chaosFields} button="Add this rule" onSubmit={add} />
      <RuleList rules={rows} none="No request is disturbed." />
    </Panel>
  );
}

function describeRule({ operation, rate, nth, times, effect }: ChaosRule): string {
  return [
    operation ?? 'any operation',
    effect.kind === 'status' ? `status ${effect.status}` : effect.kind.replace('-', ' '),
    ...(nth === undefined ? [] : [`request ${nth}`]),
    ...(rate === undefined ? [] : [formatShare(rate)]),
    ...(times === undefined ? [] : [`at most ${times} times`]),
  ].join(', ');
}

function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const contentFields = [
  { label: 'Made-up books', name: 'count', type: 'number', min: 1, max: 1e6, defaultValue: '50' },
  { label: 'Seed', name: 'seed', type: 'number', min: 0, defaultValue: '1' },
] as const;

export function Content({ change }: Pick<SettingsProps, 'change'>) {
  const add = ({ count, seed }: Values) => addBooks(change, Number(count), Number(seed));
  const reset = (): void => {
    if (confirm('Delete every book and file of this sandbox?'))
      change(() => send('POST', 'reset'), 'Deleted every book and file.');
  };
  return (
    <Panel title="Content">
      <Form fields={contentFields} button="Add books" onSubmit={add} />
      <button class="drifts danger" onClick={reset}>
        Forget every book and file
      </button>
    </Panel>
  );
}
