/** What a benchmarked server says to the bench over its own channel: its address, then its use of CPU. */
export interface Served {
  readonly listUrl: string;
  readonly bookUrl: string;
  readonly headers: { readonly apikey: string };
}

/** CPU in microseconds since the process began, and resident memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

/** Reports the addresses, then answers every question with the process's own usage. */
export function report(served: Served): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpu: user + system, memory: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  process.on('disconnect', () => process.exit());
  process.send?.(served);
}
