/** Compares our suite with another tool on the same services, and writes results.md and results.json. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Fault } from '../../src/faults/index.ts';
import { bookdist } from './bookdist.ts';
import { judge, type Judgement, type ServiceOptions, type Tool } from './judge.ts';
import { respect } from './respect.ts';
import { readingSets, sampleFaults } from './services.ts';
import {
  defaultReadingsName,
  formatPage,
  formatSummaryTable,
  isResult,
  type Result,
} from './table.ts';

/** All tools, by the id that `--tools` takes. */
const tools: Readonly<Record<string, Tool>> = { bookdist, respect };

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: Object.keys(tools).join(',') },
    faults: { type: 'string', default: '24' },
    out: { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) },
  },
});

/** @throws Error if no tool has the id */
function findTool(id: string): Tool {
  const tool = tools[id];
  if (tool) return tool;
  throw new Error(`There is no tool ${id}. --tools takes: ${Object.keys(tools).join(', ')}.`);
}

/** Returns the results in results.json, by tool; none if there is no such file. */
async function readResults(file: string): Promise<Map<string, Result>> {
  const results: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
  const validResults = Array.isArray(results) ? results.filter(isResult) : [];
  return new Map(validResults.map((result) => [result.name, result]));
}

async function judgeAndPrint(
  tool: Tool,
  serviceName: string,
  options: ServiceOptions,
): Promise<Judgement> {
  const judgement = await judge(tool, options);
  const { complaints, requests, seconds } = judgement;
  const firstComplaints = complaints.slice(0, 3).join('; ');
  console.log(
    `${tool.name}: ${serviceName}: ${complaints.length} complaints, ${requests} requests, ${seconds.toFixed(1)} s  ${firstComplaints}`,
  );
  return judgement;
}

/** Lets a tool judge the correct sandbox, other correct services, and a service with each fault. */
async function measureTool(tool: Tool, faults: readonly Fault[]): Promise<Result> {
  const { name, version, problemFormat, setup } = tool;
  const correct = await judgeAndPrint(tool, defaultReadingsName, {});
  const falseAlarms: Record<string, readonly string[]> = {
    [defaultReadingsName]: correct.complaints,
  };
  for (const { name: setName, readings } of readingSets) {
    falseAlarms[setName] = (await judgeAndPrint(tool, setName, { readings })).complaints;
  }
  const complaintsByFault: Record<string, readonly string[]> = {};
  for (const fault of faults) {
    const { complaints } = await judgeAndPrint(tool, fault.name, { faults: [fault] });
    complaintsByFault[fault.name] = complaints.filter(
      (complaint) => !correct.complaints.includes(complaint),
    );
  }
  const { command, requests, booksLeft, seconds } = correct;
  return {
    name,
    version,
    problemFormat,
    setup,
    command,
    requests,
    booksLeft,
    seconds,
    falseAlarms,
    complaintsByFault,
  };
}

const chosenTools = values.tools.split(',').map(findTool);
const faults = sampleFaults(values.faults === 'all' ? Infinity : Number(values.faults));
const file = join(values.out, 'results.json');
// Tools that do not run this time keep their earlier results.
const results = await readResults(file);
for (const tool of chosenTools) results.set(tool.name, await measureTool(tool, faults));
const orderedResults = Object.values(tools).flatMap(({ name }) => results.get(name) ?? []);
await writeFile(file, `${JSON.stringify(orderedResults, undefined, 2)}\n`);
await writeFile(join(values.out, 'results.md'), formatPage(orderedResults));
console.log(formatSummaryTable(orderedResults));
