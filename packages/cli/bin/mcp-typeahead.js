#!/usr/bin/env node
import { guardProcess, main } from '../dist/index.js';

guardProcess();
process.exitCode = await main(process.argv.slice(2));
