#!/usr/bin/env node
/** The command `bookdist`: hands the process to the command line and ends with its code. */
import { bookdist } from './bookdist.ts';
import { processShell } from './shell/index.ts';

process.exitCode = await bookdist(process.argv.slice(2), processShell());
