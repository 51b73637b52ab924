#!/usr/bin/env node
/** Starts `bookdist`: runs the command line and sets the exit code of the process. */
import { bookdist } from './bookdist.ts';
import { createProcessShell } from './shell/index.ts';

process.exitCode = await bookdist(process.argv.slice(2), createProcessShell());
