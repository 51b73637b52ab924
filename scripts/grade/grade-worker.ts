/** A worker process of a grade: it receives tasks, runs the suite, and sends the results. */
import { suite } from '../../tests/suite.ts';
import { isObject } from '../../src/contract/json-pointer.ts';
import { findFault } from '../../src/faults/narrowing/index.ts';
import { openFaultyService } from './narrow/compared-service.ts';
import { judgeFairness } from './fair-run.ts';
import { gradeFault } from './grade-fault.ts';
import { judgeNarrowed } from './narrow/judge-narrowed.ts';
import { isContractTask, judgeContractTask } from './contract/judge-task.ts';
import { isResponseTask, judgeResponseTask } from './responses/response-task.ts';

async function runTask(task: unknown): Promise<object> {
  if (!isObject(task) || typeof task['seed'] !== 'number') throw new Error('No such task.');
  if (isContractTask(task)) return judgeContractTask(task);
  if (isResponseTask(task)) return judgeResponseTask(task);
  const { seed, fault, narrowed, service, readings, unusual, requests } = task;
  if (typeof narrowed === 'string' && typeof requests === 'number') {
    const { find } = await openFaultyService(typeof service === 'string' ? service : undefined);
    return judgeNarrowed(narrowed, find(narrowed), { suite, seed, requests });
  }
  if (typeof fault === 'string') {
    const knownFault = findFault(fault);
    if (knownFault === undefined) throw new Error(`There is no fault ${fault}.`);
    return gradeFault(knownFault, suite, seed);
  }
  return judgeFairness(suite, {
    seed,
    readings: isObject(readings) ? selectStrings(readings) : {},
    ...(typeof unusual === 'string' ? { unusual } : {}),
  });
}

function selectStrings(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}

process.on('message', (message) => {
  void runTask(message).then((result) => process.send?.(result));
});
