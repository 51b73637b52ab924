/**
 * Keeps the clock, the chaos rules and the behaviours of accounts the same in every process that
 * shares a store. For chaos rules, each process counts its own requests.
 */
import type { Behaviours, NamedBehaviour } from './build-parts.ts';
import type { Chaos, ChaosSettings } from './chaos.ts';
import type { ClockState, SettableClock } from './parts/index.ts';
import type { Store } from './store/index.ts';

/** The parts of a sandbox that can be controlled. */
export interface Controls {
  readonly clock: SettableClock;
  readonly chaos: Chaos;
  readonly behaviours: Behaviours;
  readonly accountIds: readonly string[];
  /** Finds faults by their names. */
  readonly findFaults: (names: readonly string[]) => NonNullable<NamedBehaviour['faults']>;
}

interface ControlState {
  readonly clock: ClockState;
  readonly chaos: ChaosSettings;
  readonly behaviours: readonly (readonly [
    accountId: string,
    behaviour: {
      readonly readings: Readonly<Record<string, string>>;
      readonly faults: readonly string[];
    },
  ])[];
}

export function createSharedControl(store: Store, controls: Controls) {
  const { refresh: readState } = store;
  let lastState = '';
  const getState = (): ControlState => ({
    clock: controls.clock.state(),
    chaos: controls.chaos.settings(),
    behaviours: describeBehaviours(controls),
  });
  /** Applies what another process changed. */
  const refresh = async (): Promise<void> => {
    const text = (await readState?.()) ?? '';
    if (text === lastState || text === '') return;
    lastState = text;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only `change` writes this setting
    restore(JSON.parse(text) as ControlState, controls);
  };
  return {
    refresh,
    /** Runs a change, and shares the new state with the other processes. */
    change: async <T>(change: () => T | Promise<T>): Promise<T> =>
      readState === undefined
        ? change()
        : store.withLock(async () => {
            await refresh();
            const result = await change();
            lastState = JSON.stringify(getState());
            await store.writeSetting('control', lastState);
            return result;
          }),
  };
}

function restore(state: ControlState, controls: Controls): void {
  const { clock, chaos, behaviours, findFaults } = controls;
  clock.restore(state.clock);
  // Setting the same rules again would reset their counts.
  if (JSON.stringify(state.chaos) !== JSON.stringify(chaos.settings())) chaos.set(state.chaos);
  const behavioursBefore = new Map(describeBehaviours(controls));
  for (const [id, behaviour] of state.behaviours) {
    if (JSON.stringify(behavioursBefore.get(id)) === JSON.stringify(behaviour)) continue;
    const { readings, faults } = behaviour;
    behaviours.behave(id, { readings, faults: findFaults(faults) });
  }
}

function describeBehaviours({ behaviours, accountIds }: Controls): ControlState['behaviours'] {
  return accountIds.map((id) => {
    const { readings = {}, faults = [] } = behaviours.get(id) ?? {};
    return [id, { readings, faults: faults.map(({ name }) => name) }];
  });
}
