#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, later processes need not compile again what this one did; NODE_DISABLE_COMPILE_CACHE turns it off. It must come first.
module.enableCompileCache?.();
const { runProcess } = await import('../dist/cli/process/run-process.js');
runProcess();
