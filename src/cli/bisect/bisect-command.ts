/** `bookdist bisect`: names the first version of a service that shows a drift. */
import { Command } from 'commander';
import { collectText, parseCount, parseDuration, parseList } from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { BisectFlags } from './run-bisect.ts';

const helpText = `
It plays the case of the drift a few times on each version that it tries, and halves the range each time: at most
8 versions of 64 are started. The range is --versions or, without it, the tags of the git repository; --from and
--to shorten it. {} in --start, --stop and --url is the version. The last version of the range must drift.

With --git-run it tests one version for "git bisect run", with the exit codes that git expects:
0 no drift, 1 drift, 125 cannot be tested, 128 wrong usage.

Exit codes: 0 found, 2 wrong usage, 3 not found, 130 interrupted

Environment
  DISTRIBUTION_API_KEY, DISTRIBUTION_SECOND_KEY, DISTRIBUTION_HEADERS  as for bookdist verify

Examples
  bookdist bisect reports/report.json --from v41 --to v57 --url http://127.0.0.1:4020 \\
    --start 'docker run -p 4020:8080 registry.example.com/books:{}'
  bookdist bisect TOKEN --allow write,publish --versions v1,v2,v3 --url 'https://{}.preview.example.com'
  git bisect run bookdist bisect TOKEN --allow write --git-run --url http://127.0.0.1:3000 --start 'npm start'
  bookdist bisect reports/report.json --drift list.walk --url … --start … -- --header X-Gate=open
`;

export function bisectCommand(shell: Shell): Command {
  return new Command('bisect')
    .description('Find the first version of a service that shows a drift.')
    .argument('<drift>', 'a report.json, or the token after --replay in its output')
    .argument('[options...]', 'after --: more options of bookdist verify')
    .requiredOption('--url <address>', 'the address of the started version')
    .option('--start <command>', 'the command that starts a version, for a shell')
    .option('--stop <command>', 'the command that ends it, if ending its process is not enough')
    .option('--versions <list>', 'the versions, the oldest first (repeatable)', parseVersions)
    .option('--from <version>', 'the first version of the range')
    .option('--to <version>', 'the last version of the range')
    .option('--drift <id>', 'the requirement or the fingerprint, if the report has several drifts')
    .option('--allow <list>', 'as for verify (default: as in the report, or read)', parseList)
    .option('--tries <n>', 'how often the case is played on each version', parseCount, 5)
    .option('--wait <time>', 'how long a version may take to start', parseDuration, 60_000)
    .option('--git-run', 'test one version, for git bisect run')
    .option(
      '--out <dir>',
      'the folder for the result and a report of each version',
      'reports/bisect',
    )
    .addHelpText('after', helpText)
    .action(async (drift: string, options: readonly string[], flags: BisectFlags) => {
      const { runBisect } = await import('./run-bisect.ts');
      shell.exitWith(await runBisect(drift, { ...flags, options }, shell));
    });
}

/** Parses versions that are separated by commas or white space. */
function parseVersions(text: string, versions: readonly string[] = []): string[] {
  return text
    .split(/[\s,]+/)
    .filter((version) => version !== '')
    .reduce<string[]>((list, version) => collectText(version, list), [...versions]);
}
