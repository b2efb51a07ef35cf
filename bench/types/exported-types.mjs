import { createRequire } from 'node:module';

const ts = createRequire(import.meta.url)('typescript');

/** Namespaces inside namespaces: `React.JSX.IntrinsicElements`. */
const MAX_DEPTH = 3;

/** Type parameters with mutual bounds need one round each; after the last round, they become `any`. */
const ROUNDS = 3;

/**
 * Every type that modules export, as text: `pkg0.Node`, generics with their constraints, else with `unknown`.
 * @param {ts.CompilerOptions} options
 * @param {string} file where the imports stand; it need not exist
 * @param {readonly string[]} modules
 * @returns {{ head: string, types: string[] }} `head` has the imports.
 */
export function exportedTypes(options, file, modules) {
  const head = modules.map((name, index) => `import type * as pkg${index} from '${name}';\n`).join('');
  const { program, source } = programOf(options, file, head);
  const checker = program.getTypeChecker();
  const found = [];
  source.statements.filter(ts.isImportDeclaration).forEach((statement, index) => {
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
    if (module !== undefined) collect(module, `pkg${index}`, 0, checker, found, new Set());
  });
  return { head, types: instantiate(found, options, file, head, program) };
}

function programOf(options, file, text, old) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, version, true)
      : (reusable(old?.getSourceFile(name)) ?? getSourceFile(name, version, ...rest));
  const program = ts.createProgram([file], options, host, old);
  return { program, source: program.getSourceFile(file) };
}

/** A package that is installed twice is read once; the compiler makes the second file itself. */
function reusable(source) {
  return source?.redirectInfo === undefined ? source : undefined;
}

function collect(module, path, depth, checker, found, seen) {
  if (seen.has(module) || depth > MAX_DEPTH) return;
  seen.add(module);
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const name = `${path}.${exported.name}`;
    if (!/^[A-Za-z_$][\w$]*$/.test(exported.name) || exported.name === 'default') continue;
    if (symbol.flags & ts.SymbolFlags.Type) found.push({ name, symbol });
    if (symbol.flags & ts.SymbolFlags.Namespace) collect(symbol, name, depth + 1, checker, found, seen);
  }
}

/** Writes each generic type with arguments that the compiler accepts. */
function instantiate(found, options, file, head, first) {
  const checker = first.getTypeChecker();
  const candidates = found.map(({ name, symbol }) => ({
    name,
    parameters: requiredParameters(symbol),
    texts: argumentTexts(requiredParameters(symbol), checker),
  }));
  let old = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const lines = candidates.map((each, index) => `export type T${index} = ${textOf(each)};\n`);
    const { program, source } = programOf(options, file, head + lines.join(''), old);
    old = program;
    const wrong = new Set(
      [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ start }) => lineOf(source, start) - head.split('\n').length + 1,
      ),
    );
    if (wrong.size === 0) break;
    for (const index of wrong) {
      const each = candidates[index];
      if (each !== undefined) each.texts = each.parameters.map(() => 'any');
    }
  }
  return candidates.map(textOf);
}

function textOf({ name, texts }) {
  return texts.length === 0 ? name : `${name}<${texts.join(', ')}>`;
}

function lineOf(source, start) {
  return source.getLineAndCharacterOfPosition(start ?? 0).line;
}

function requiredParameters({ declarations = [] }) {
  const generic = declarations.find(({ typeParameters }) => typeParameters !== undefined);
  return (generic?.typeParameters ?? []).filter((parameter) => parameter.default === undefined);
}

/** The text of each constraint, with the parameters before it replaced. */
function argumentTexts(parameters, checker) {
  const known = new Map();
  return parameters.map(({ name, constraint }) => {
    const text = constraint === undefined ? 'unknown' : constraintText(constraint, checker, known);
    known.set(name.text, text);
    return text;
  });
}

function constraintText(constraint, checker, known) {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseFullyQualifiedType;
  const text = checker.typeToString(checker.getTypeFromTypeNode(constraint), undefined, flags);
  return text.replaceAll(/\b[A-Z]\w*\b/g, (word) => known.get(word) ?? word);
}
