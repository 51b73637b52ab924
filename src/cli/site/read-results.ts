/** Reads the results that the site shows: those named, or those of the last run if there are any. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readHistory, summarizeHistory, UnreadableHistory } from '../../report/history/index.ts';
import { NotMergeable, reportIn } from '../../report/merge/index.ts';
import type { Report } from '../../report/record/index.ts';
import { WrongUsage } from '../shell/index.ts';
import type { Results } from './pages/index.ts';

export interface ResultFlags {
  readonly report?: string;
  readonly history?: string;
}

/** @throws WrongUsage when a named file is missing or holds something else */
export async function readResults({ report, history }: ResultFlags): Promise<Results> {
  const reportFile = chosen(report, 'reports/report.json');
  const historyFile = chosen(history, 'reports/history.jsonl');
  const runs = historyFile === undefined ? undefined : await readRuns(historyFile);
  return {
    ...(reportFile === undefined ? {} : { report: await readReport(reportFile) }),
    ...(runs === undefined ? {} : { history: runs }),
  };
}

function chosen(named: string | undefined, usual: string): string | undefined {
  return named ?? (existsSync(usual) ? usual : undefined);
}

async function readReport(file: string): Promise<Report> {
  try {
    return reportIn(file, jsonIn(await readText(file)));
  } catch (error) {
    throw error instanceof NotMergeable ? new WrongUsage(error.message) : error;
  }
}

async function readRuns(file: string): Promise<Results['history']> {
  try {
    return summarizeHistory(readHistory(await readText(file), file));
  } catch (error) {
    throw error instanceof UnreadableHistory ? new WrongUsage(error.message) : error;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new WrongUsage(`${file} cannot be read.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
