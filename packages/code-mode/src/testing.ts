export { type ExecutorTest, executorTests } from './testing/executor-tests.js';
