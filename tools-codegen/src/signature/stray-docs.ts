import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { ToolSite } from '../discover/tool-site.js';
import type { FunctionDocs } from '../docs/docs.js';

/** Reports JSDoc of parameters that do not exist, and constraints that name none. */
export function reportStrayDocs(
  { documented, at }: ToolSite,
  { tags }: FunctionDocs,
  unknown: readonly string[],
  { compiler: { ts }, report }: CodegenContext,
): void {
  for (const name of unknown) {
    const node = documented
      .map((owner) => findParameterTag(owner, name, ts))
      .find((tag) => tag !== undefined);
    report({ code: 'TW3003', node: node ?? at, message: `There is no parameter \`${name}\`.` });
  }
  for (const { name, node } of tags) {
    if (name === 'example' || name === 'default') continue;
    report({ code: 'TW3003', node, message: `\`@${name}\` names no parameter of the tool.` });
  }
}

function findParameterTag(
  owner: ts.Node,
  name: string,
  ts: CodegenContext['compiler']['ts'],
): ts.Node | undefined {
  const tag = ts
    .getJSDocTags(owner)
    .filter(ts.isJSDocParameterTag)
    .find((candidate) => candidate.name.getText() === name);
  return tag?.name;
}
