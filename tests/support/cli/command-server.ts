/** Provides shell scripts with a program `bookdist` that runs in the process of the test, which is faster to start. */
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isArray, isObject } from '../../../src/contract/json-pointer.ts';
import { readEnvironment } from '../../../src/cli/shell/environment.ts';
import { runCommandLine } from './run-command-line.ts';

const client = fileURLToPath(new URL('command-client.js', import.meta.url));
const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** Quotes words for a shell. */
const quote = (...words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** The command line of the real program, for a shell. */
const realProgram = quote(process.execPath, '--import', import.meta.resolve('tsx'), main);

/**
 * Writes the program into a folder, and runs its command lines until `close`. They use the working folder of this
 * process. `bookdist watch` starts a process of its own in any case, so it is the real program.
 */
export async function serveCommandLine(folder: string): Promise<{ close: () => void }> {
  const path = join(folder, 'bookdist.socket');
  const server = createServer(handleCommand).listen(path);
  await once(server, 'listening');
  const program = `#!/bin/sh
[ "$1" = watch ] && exec ${realProgram} "$@"
exec ${quote(process.execPath, client, path)} "$@"
`;
  await writeFile(join(folder, 'bookdist'), program);
  await chmod(join(folder, 'bookdist'), 0o755);
  return { close: () => void server.close() };
}

/** Runs the command line of the first message. Any other message interrupts it. */
function handleCommand(socket: Socket): void {
  let interrupt = (): void => undefined;
  const send = (message: object) => void socket.write(`${JSON.stringify(message)}\n`);
  const run = async (args: readonly string[], variables: NodeJS.ProcessEnv): Promise<void> => {
    const { code } = await runCommandLine(args, {
      width: 160,
      environment: readEnvironment(variables),
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
      onOut: (out) => send({ out }),
      onErr: (err) => send({ err }),
    });
    send({ code });
    socket.end();
  };
  createInterface({ input: socket }).on('line', (line) => {
    const message: unknown = JSON.parse(line);
    if (!isObject(message) || !isArray(message['args'])) return interrupt();
    const { args, variables } = message;
    const entries = Object.entries(isObject(variables) ? variables : {});
    const texts = entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    void run(args.map(String), Object.fromEntries(texts));
  });
}
