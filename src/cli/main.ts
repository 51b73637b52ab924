#!/usr/bin/env node
/** The command `bookdist`: runs the command line and sets the exit code of the process. */
import { bookdist } from './bookdist.ts';
import { processShell } from './shell/index.ts';

process.exitCode = await bookdist(process.argv.slice(2), processShell());
