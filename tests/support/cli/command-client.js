/**
 * The program `bookdist` of a test: runs its command line in the process of the test (command-server.ts), which has
 * loaded everything. Prints what the command prints, forwards signals, and exits with its code.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [path = '', ...args] = process.argv.slice(2);
const socket = connect(path);
const send = (message) => socket.write(`${JSON.stringify(message)}\n`);

send({ args, variables: process.env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => send({ interrupts: true }));
createInterface({ input: socket }).on('line', (line) => {
  const { out = '', err = '', code } = JSON.parse(line);
  process.stdout.write(out);
  process.stderr.write(err);
  if (code !== undefined) process.exitCode = code;
});
