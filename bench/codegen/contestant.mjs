/**
 * One row of the table: a program and the form of the project that it reads.
 * @typedef {object} Contestant
 * @property {string} id For `--only`
 * @property {string} title
 * @property {keyof typeof import('./project/write-project.mjs').FORMS} [form] Absent where it reads no project
 * @property {boolean} [anyProject] It also reads the projects of others
 * @property {string} usage The command for the reader of the table, in Markdown
 * @property {(folder: string) => import('../measure/measure-process.mjs').Command} command
 * @property {(folder: string, round: number) => Promise<{ wallMs: number }>} [measure] Instead of the command's whole process
 * @property {(folder: string) => Promise<void>} [warmUp] Once per size, not measured
 * @property {(folder: string, round: number) => void} [prepare] Before each run, not measured
 * @property {(folder: string, round: number) => string} [output] What the run wrote; it must name every method
 * @property {(method: { name: string }) => string} [named] What names a method there; default: its name
 * @property {(round: number) => string} [mark] What the output of that round must contain besides
 */

/**
 * Runs a script with this Node.
 * @returns {import('../measure/measure-process.mjs').Command}
 */
export function nodeCommand(file, args, cwd) {
  return { file: process.execPath, args: [file, ...args], cwd };
}
