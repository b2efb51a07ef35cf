import module from 'node:module';

module.enableCompileCache?.();
const { runDevProcess } = await import('../dist/cli/process/run-process.js');
await runDevProcess(process.argv.slice(2));
