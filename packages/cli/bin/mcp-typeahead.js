#!/usr/bin/env node
import { guardProcess, keepHeapSmall, main } from '../dist/index.js';

keepHeapSmall();
guardProcess();
process.exitCode = await main(process.argv.slice(2));
