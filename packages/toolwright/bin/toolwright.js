#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, stores compiled code for later processes; NODE_DISABLE_COMPILE_CACHE disables this. Must be the first statement.
module.enableCompileCache?.();
const { runProcess } = await import('../dist/cli/process/run-process.js');
runProcess();
