#!/usr/bin/env node
import { runProcess } from '../dist/cli/run-process.js';

runProcess();
