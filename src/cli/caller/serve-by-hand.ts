/** Serves the sandbox of one story until Ctrl-C, for people who play it by hand, and shows the calls. */
import { formatCalls, serveStory, type Story } from '../../caller/index.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { addSeedBooks } from '../sandbox/index.ts';
import { CannotDo, getErrorMessage, listenForInterrupt, type Shell } from '../shell/index.ts';
import type { CallerFlags } from './caller-flags.ts';

/** Returns the exit code, which is 0. */
export async function serveByHand(story: Story, flags: CallerFlags, shell: Shell): Promise<number> {
  const { port, seed } = flags;
  const server = await serveStory(story, {
    port,
    onCall: (call) => {
      const [line = ''] = formatCalls([call]);
      shell.err(`${toPlainText(line)}\n`);
    },
    ...(seed !== undefined && { addBooks: async (sandbox) => addSeedBooks(seed, sandbox, shell) }),
  }).catch((error: unknown) => {
    throw new CannotDo(
      `The story cannot be served: ${getErrorMessage(error)}. Choose a port with --port; 0 takes any free one.`,
    );
  });
  const ranBefore = story.start?.ranBefore === true;
  const release = ranBefore ? shell.onEnter(() => server.setCalm(false)) : undefined;
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out(
    [
      `story     ${story.name}: ${story.says}`,
      `sandbox   ${server.url}`,
      `key       ${server.key}`,
      ...(ranBefore
        ? ['Run the program once, then press Enter: its next run gets the trouble.']
        : []),
      'Ctrl-C stops it. Start it again to play the story again.',
      '',
    ].join('\n'),
  );
  await interrupt.interrupted;
  release?.();
  await server.close();
  interrupt.release();
  return 0;
}
