/** docs/api.md: every public name by subpath, with the first sentence of its comment, read from the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const packages = fileURLToPath(new URL('../..', import.meta.url));

export interface PublicName {
  readonly name: string;
  readonly kind: 'value' | 'type';
  /** The first sentence of its comment, or an empty text. */
  readonly sentence: string;
  /** The members of a type whose comment says little, because it is written for a model. */
  readonly members: readonly string[];
}

/** The names that an entry point exports, by name. */
export function publicNames(file: string): PublicName[] {
  return [...exportsOf(file).keys()].sort(byName).map((name) => {
    const { declarations, typeOnly } = find(file, name);
    const kind = typeOnly || declarations.every(isType) ? 'type' : 'value';
    const sentence = declarations.map(firstSentence).find(Boolean) ?? '';
    return { name, kind, sentence, members: declarations.flatMap(modelMembers) };
  });
}

export function apiPage(entries: ReadonlyMap<string, string>): string {
  const sections = [...entries].map(([entry, file]) => {
    const names = publicNames(file);
    const list = (kind: PublicName['kind']) =>
      names
        .filter((name) => name.kind === kind)
        .map((name) => `- ${[`\`${name.name}\``, ...describe(name)].join(': ')}\n`);
    const [values, types] = [list('value'), list('type')];
    const heading = (title: string, items: readonly string[]) =>
      items.length === 0 ? '' : `\n### ${title}\n\n${items.join('')}`;
    return `\n## ${entry}\n${heading('Values', values)}${heading('Types', types)}`;
  });
  return `${INTRODUCTION}${sections.join('')}`;
}

function describe({ sentence, members }: PublicName): string[] {
  const listed = members.length > 0 ? [`Members: ${members.map((name) => `\`${name}\``).join(', ')}.`] : [];
  const text = [...(sentence ? [sentence] : []), ...listed].join(' ');
  return text ? [text] : [];
}

const INTRODUCTION = `# Public names

<!-- Generated from the sources; after a change there, run
     UPDATE_DOCS=1 npm run jest -- packages/toolwright/src/index.test.ts -->

Each value of \`toolwright\` has one home: the entry for what most programs name, or a subpath for its topic. \`toolwright/types\` has
the types that programs name, also those of the entry. The other packages follow.
`;

interface Found {
  readonly declarations: readonly ts.Node[];
  readonly typeOnly: boolean;
}

/** Follows re-exports to the declarations: all overloads, or an interface and a constant with the same name. */
function find(file: string, name: string): Found {
  const exported = exportsOf(file).get(name) ?? [];
  const [first] = exported;
  if (first === undefined) throw new Error(`${file} does not export ${name}.`);
  if (!ts.isExportSpecifier(first)) return { declarations: exported, typeOnly: false };
  const { parent, propertyName, isTypeOnly } = first;
  const from = parent.parent.moduleSpecifier;
  const original = (propertyName ?? first.name).text;
  if (from === undefined || !ts.isStringLiteral(from))
    throw new Error(`${file} exports ${name} from nowhere.`);
  const target = find(resolve(file, from.text), original);
  return { ...target, typeOnly: target.typeOnly || isTypeOnly || parent.parent.isTypeOnly };
}

const known = new Map<string, ReadonlyMap<string, readonly ts.Node[]>>();

/** The exported declarations and re-exports of a module, by name. */
function exportsOf(file: string): ReadonlyMap<string, readonly ts.Node[]> {
  const found = known.get(file);
  if (found !== undefined) return found;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = new Map<string, ts.Node[]>();
  for (const [name, node] of source.statements.flatMap(declared)) {
    names.set(name, [...(names.get(name) ?? []), node]);
  }
  known.set(file, names);
  return names;
}

function declared(statement: ts.Statement): [string, ts.Node][] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    const elements = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    return elements.map((element) => [element.name.text, element]);
  }
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!exported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => [node.name.getText(), node]);
  // All other statements that can be exported are declarations with a name.
  const name = (statement as ts.DeclarationStatement).name?.text;
  return name === undefined ? [] : [[name, statement]];
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier.replace(/\.js$/, '.ts'));
  const [name = '', entry = 'index'] = specifier.replace('@toolwright/', '').split('/');
  const folder = name === 'codegen' ? '../tools-codegen' : name;
  const found = join(packages, folder, 'src', `${entry}.ts`);
  if (!existsSync(found))
    throw new Error(`${file} exports from ${specifier}, which is not in this repository.`);
  return found;
}

function isType(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The members of an interface that has the tag `@schema`, or no comment: such types are parts of a model's answer. */
function modelMembers(node: ts.Node): string[] {
  if (!ts.isInterfaceDeclaration(node)) return [];
  const isSchema = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'schema');
  if (!isSchema && firstSentence(node)) return [];
  return node.members.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
}

/** Abbreviations such as "e.g." do not end a sentence: a space and a capital letter follow its end. */
function firstSentence(node: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.comment;
  const text = (ts.getTextOfJSDocComment(comment) ?? '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
  const deprecated = ts.getJSDocDeprecatedTag(node) === undefined ? '' : '_Deprecated._ ';
  return text && deprecated + (/^.*?[.:](?= [A-Z`'@]|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');
}

function byName(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}
