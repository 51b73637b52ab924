/** Checks the files in deploy/ against the options and the files that the sandbox accepts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { processShell } from '../shell/index.ts';
import { readAccounts } from './accounts-file.ts';
import { sandboxCommand } from './index.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));
const options = sandboxCommand(processShell()).options.map(({ long }) => long);

/** Options of other programs that the files call. */
const others = ['--no-audit', '--no-fund', '--pack-destination', '--global', '--omit', '--force'];
const docker = ['--from', '--chown', '--interval', '--timeout', '--start-period', '--build'];

test.each(['Dockerfile', 'compose.yaml', 'compose-team.yaml', 'bookdist-sandbox.service'])(
  '%s passes options that the sandbox has',
  async (name) => {
    const text = await readFile(path(name), 'utf8');
    const used = [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
    const unknown = used.filter((option) => ![...options, ...others, ...docker].includes(option));
    expect([unknown, used.length > 3]).toEqual([[], true]);
  },
);

test('the Compose file refers to a Dockerfile and secrets that exist', async () => {
  const compose: unknown = parse(await readFile(path('compose.yaml'), 'utf8'));
  expect(compose).toMatchObject({
    services: { sandbox: { build: { context: '..', dockerfile: 'deploy/Dockerfile' } } },
    secrets: { accounts: { file: './accounts.yaml' } },
  });
  const accounts = await readAccounts(path('accounts.yaml'), () => undefined);
  expect(accounts.map(({ name }) => name)).toEqual(['catalogue-team', 'audio-team']);
});

test('the team file pins its images, waits for both servers, and contains no secret', async () => {
  const text = await readFile(path('compose-team.yaml'), 'utf8');
  const healthy = { condition: 'service_healthy' };
  expect(parse(text)).toMatchObject({
    services: {
      sandbox: { depends_on: { postgres: healthy, objects: healthy } },
      postgres: { healthcheck: {} },
      objects: { healthcheck: {} },
    },
  });
  const images = [...text.matchAll(/image: (.*)/g)].map(([, image]) => image);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/:(\d+\.\d|RELEASE\.\d)/);
  const secrets = [...text.matchAll(/(?:PASSWORD|SECRET_ACCESS_KEY|STORE): (.*)/g)];
  expect(secrets).toHaveLength(4);
  for (const [, value] of secrets) expect(value).toMatch(/\$\{[A-Z0-9_]+:\?[^}]+\}/);
});

test('the image does not run as root, and has a health check', async () => {
  const lines = (await readFile(path('Dockerfile'), 'utf8')).split('\n');
  expect(lines.filter((line) => line.startsWith('FROM'))).toHaveLength(2);
  expect(lines).toContain('USER node');
  expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
});
