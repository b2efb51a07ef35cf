import { markTools } from './mark-tools.mjs';

/**
 * The report of codegen about a project with marked methods.
 * @typedef {{ tools: { file: string, line: number }[], diagnostics: { severity: string, file?: string, tool?: string }[] }} Report
 */

const MAX_TRIALS = 6;

/**
 * Marks as tools all methods that codegen does not refuse.
 * @param {Map<string, string>} sources by path
 * @param {(files: Map<string, string>) => Report} tryOut Runs codegen on marked sources
 * @returns {{ files: Map<string, string>, tools: { name: string }[] }}
 */
export function chooseTools(sources, tryOut) {
  let isWanted = () => true;
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    const marked = [...sources].map(([file, text]) => {
      return { file, ...markTools(text, ({ index }) => isWanted(file, index)) };
    });
    const files = new Map(marked.map(({ file, text }) => [file, text]));
    const { tools, diagnostics } = tryOut(files);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { files, tools: marked.flatMap((source) => source.tools) };
    isWanted = acceptedIn(marked, tools, errors);
  }
  throw new Error(`Codegen still finds errors after ${MAX_TRIALS} trials.`);
}

/** Leaves out methods that codegen did not list, and those that an error names. */
function acceptedIn(marked, listed, errors) {
  const places = new Set(listed.map(({ file, line }) => `${file}:${line}`));
  const refused = new Set(errors.map(({ file, tool }) => `${file}:${tool}`));
  const accepted = new Set(
    marked.flatMap(({ file, tools }) =>
      tools
        .filter(({ name, line }) => places.has(`${file}:${line}`) && !refused.has(`${file}:${name}`))
        .map(({ index }) => `${file}#${index}`),
    ),
  );
  return (file, index) => accepted.has(`${file}#${index}`);
}
