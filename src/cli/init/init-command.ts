/** `bookdist init`: writes the files that a repository needs to test a service. It overwrites nothing. */
import { Command, Option } from 'commander';
import type { Shell } from '../shell/index.ts';
import type { InitFlags } from './write-files.ts';

const helpText = `
It writes bookdist.yaml, known-drifts.yaml and a job for GitHub Actions or GitLab CI. A file that
exists is not changed. Without --ci it writes a GitLab job if there is a .gitlab-ci.yml, and a
GitHub workflow otherwise. The job runs on pushes to the default branch, on pull requests, every
night (GitLab: by a schedule that you add) and by hand, and remembers results for the next run. It
adds to .gitignore what should not be committed.

The job installs the package that --package names, or that package.json names without it: a version
on npm, or a tarball in your repository such as ./book-distribution-contract-0.1.0.tgz. If
package-lock.json has the package, the job runs npm ci instead.

With --caller it writes only a job, which tests a program that calls the service: it plays the
stories of bookdist caller for that command, on pushes and pull requests. No address is needed.

Exit codes: 0 when every file is there, 2 for wrong usage, 3 when a file cannot be written.

Examples
  bookdist init https://staging.example.com
  bookdist init https://staging.example.com --name preview --ci gitlab
  bookdist init https://staging.example.com --ci none
  bookdist init --caller 'python3 publish.py book.epub'
`;

export function initCommand(shell: Shell): Command {
  return new Command('init')
    .description('Write bookdist.yaml, known-drifts.yaml and a CI job; overwrite nothing.')
    .argument('[base_url]', 'the address of the service (default: DISTRIBUTION_URL)')
    .option('--name <name>', 'the name of the target in bookdist.yaml', 'staging')
    .addOption(new Option('--ci <kind>', 'the job to write').choices(['github', 'gitlab', 'none']))
    .option('--caller <command>', 'write only a job that tests this program with bookdist caller')
    .option('--package <spec>', 'the package that the job installs, as an argument of npm install')
    .addHelpText('after', helpText)
    .action(async (address: string | undefined, flags: InitFlags) => {
      const { writeFiles } = await import('./write-files.ts');
      await writeFiles(address, flags, shell);
    });
}
