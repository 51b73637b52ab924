/** Chooses the drift to look for, from a report or a replay token, and the options of `verify` that may show it. */
import { existsSync } from 'node:fs';
import { groupByCause } from '../../report/triage/index.ts';
import { readReport } from '../output/index.ts';
import { WrongUsage } from '../shell/index.ts';
import { parseReplayToken } from '../verify/index.ts';

export interface ChosenDrift {
  readonly requirement: string;
  /** Options of `verify`, the shortest play first: the case, and all cases of the requirement. */
  readonly plays: readonly (readonly string[])[];
}

/** The options of a command in a report that choose the case. The others choose the target. */
const caseOptions = /--(?:replay|only|seed|depth|runs|as-of|revision|reach) (?:'[^']*'|\S+)/g;

/**
 * @param tokenOrFile a replay token, or the path of a report.json
 * @param name the requirement or fingerprint of one drift of the report; by default its main cause
 * @throws WrongUsage if it is neither, or if the report has no such drift
 */
export async function chooseDrift(
  tokenOrFile: string,
  name: string | undefined,
): Promise<ChosenDrift> {
  if (!existsSync(tokenOrFile) && !tokenOrFile.endsWith('.json')) {
    const { about } = parseReplayToken(tokenOrFile);
    return {
      requirement: about,
      plays: [
        ['--replay', tokenOrFile],
        ['--only', about],
      ],
    };
  }
  const { findings, run } = await readReport(tokenOrFile);
  const named = findings.filter((row) => [row.requirement, row.fingerprint].includes(name ?? ''));
  const drift = name === undefined ? groupByCause(findings)[0]?.root : named[0];
  if (drift === undefined) {
    const known = [...new Set(findings.map(({ requirement }) => requirement))].join(', ') || 'none';
    throw new WrongUsage(`${tokenOrFile} has no drift ${name ?? ''}. Its drifts: ${known}.`);
  }
  const { requirement, again } = drift;
  const options = [...again.matchAll(caseOptions)].flatMap(([option]) => {
    const [flag = '', value = ''] = option.split(/ (.*)/s);
    return [flag, value.replace(/^'(.*)'$/s, '$1')];
  });
  const consent = ['--allow', run.allow.join(',')];
  // Some drifts follow from several cases together, so that one case alone does not show them.
  const all = ['--only', requirement, '--seed', String(run.seed), '--depth', run.depth ?? 'usual'];
  return { requirement, plays: [options, all].map((play) => [...play, ...consent]) };
}
