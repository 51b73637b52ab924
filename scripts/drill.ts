/** Compiles a copy of the client and its tests with the types of another generator: see decision 0035. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bookdist-drill-'));
const generated = join(scratch, 'src/generated');

try {
  for (const name of ['src', 'scripts', 'tests', 'openapi', 'tsconfig.json', 'package.json']) {
    cpSync(join(root, name), join(scratch, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  await createClient({
    input: join(root, 'openapi/distribution.yaml'),
    output: { path: join(scratch, 'other') },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  cpSync(join(scratch, 'other/types.gen.ts'), join(generated, 'types.gen.ts'));
  cpSync(join(root, 'scripts/drill/other-api.ts.txt'), join(generated, 'api.ts'));
  const project = { extends: './tsconfig.json', include: ['src/client', 'src/preflight'] };
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  writeFileSync(join(scratch, 'drill.json'), JSON.stringify({ ...project, compilerOptions }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'drill.json'], {
    cwd: scratch,
    stdio: 'inherit',
  });
  console.log(
    status === 0
      ? "the client and its tests compile with @hey-api/openapi-ts's types"
      : "the client or a test uses something that only openapi-typescript's types have",
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
