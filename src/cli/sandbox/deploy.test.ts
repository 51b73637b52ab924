/** Tests that the files in deploy/ match the options of the sandbox, and that its images are pinned, contain no secret and do not run as root. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProcessShell } from '../shell/index.ts';
import { readAccounts } from './accounts-file.ts';
import { sandboxCommand } from './sandbox-command.ts';

const deployFile = (name: string) =>
  fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));
const sandboxOptions = sandboxCommand(createProcessShell()).options.map(({ long }) => long);

/** Options of npm, tar and mkdir. */
const otherOptions = [
  '--no-audit',
  '--no-fund',
  '--pack-destination',
  '--omit',
  '--global',
  '--mode',
  '--strip-components',
];
const dockerOptions = ['--from', '--chown', '--interval', '--timeout', '--start-period', '--build'];

test.each(['Dockerfile', 'compose.yaml', 'compose-team.yaml', 'bookdist-sandbox.service'])(
  '%s passes only options that the sandbox has',
  async (name) => {
    const text = await readFile(deployFile(name), 'utf8');
    const usedOptions = [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
    const unknownOptions = usedOptions.filter(
      (option) => ![...sandboxOptions, ...otherOptions, ...dockerOptions].includes(option),
    );
    expect(unknownOptions).toEqual([]);
    // Each file passes several options, so fewer would mean that the pattern found none.
    expect(usedOptions.length).toBeGreaterThan(3);
  },
);

test('the Compose file refers to the Dockerfile and to valid accounts', async () => {
  const compose: unknown = parse(await readFile(deployFile('compose.yaml'), 'utf8'));
  expect(compose).toMatchObject({
    services: { sandbox: { build: { context: '..', dockerfile: 'deploy/Dockerfile' } } },
    secrets: { accounts: { file: './accounts.yaml' } },
  });
  // Without a fixed address, upload URLs have the host by which a client reached the sandbox.
  expect(JSON.stringify(compose)).not.toContain('public-url');
  const accounts = await readAccounts(deployFile('accounts.yaml'), () => undefined);
  expect(accounts.map(({ name }) => name)).toEqual(['catalogue-team', 'audio-team']);
});

test('the Compose file for teams pins its images by digest, waits for all servers, and contains no secret', async () => {
  const text = await readFile(deployFile('compose-team.yaml'), 'utf8');
  const healthy = { condition: 'service_healthy' };
  expect(parse(text, { logLevel: 'error' })).toMatchObject({
    services: {
      sandbox: { depends_on: { postgres: healthy, objects: healthy }, deploy: { replicas: 3 } },
      balancer: { depends_on: { sandbox: healthy } },
      postgres: { healthcheck: {} },
      objects: { healthcheck: {} },
    },
  });
  const images = [...text.matchAll(/image: (.*)/g)].map(([, image]) => image);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+(-alpine)?@sha256:[0-9a-f]{64}$/);
  // This image was removed from its registry.
  expect(text).not.toContain('minio');
  const secrets = [...text.matchAll(/(?:PASSWORD|SECRET_ACCESS_KEY|STORE): (.*)/g)];
  expect(secrets).toHaveLength(4);
  for (const [, value] of secrets) expect(value).toMatch(/\$\{[A-Z0-9_]+:\?[^}]+\}/);
});

test('the image has a supported Node and locked packages, does not run as root, and has a health check', async () => {
  const lines = (await readFile(deployFile('Dockerfile'), 'utf8')).split('\n');
  expect(lines.filter((line) => line.startsWith('FROM'))).toHaveLength(2);
  expect(lines).toContain('USER node');
  // Node 24 is supported until April 2028.
  for (const line of lines.filter((text) => text.startsWith('FROM')))
    expect(line).toMatch(/ node:24-slim/);
  expect(lines.join('\n')).not.toContain('npm install');
  expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
});
