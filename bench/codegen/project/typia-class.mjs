import { comment, entityTypes, route, withImports } from './class-file.mjs';
import { parameterInterface, parametersName } from './parameter-types.mjs';

/**
 * The same class in a form that typia 12 accepts: one object parameter for each method, and results that are objects.
 * @param {import('./model.mjs').ToolClass} toolClass
 */
export function typiaClass({ place, methods }) {
  const text = `${entityTypes(place)}
${methods.map(parameterInterface).join('\n')}
export class ${place.entity}Tools {
  constructor(private readonly gateway: Gateway) {}

${methods.map((method) => methodText(place, method)).join('\n')}}

export const application = typia.llm.application<${place.entity}Tools>();
`;
  return `import typia from 'typia';\n${withImports(text, place)}`;
}

function methodText(place, method) {
  const { name, result } = method;
  const docs = [
    ...method.description.split('\n'),
    '@param input What to do',
    ...(result.doc === '' ? [] : [`@returns ${result.doc}`]),
  ];
  const isVoid = result.type === 'void';
  const type = result.plain && !isVoid ? `{ value: ${result.type} }` : result.type;
  const isAsync = method.async || isVoid;
  return `${comment(docs, '  ')}
  ${isAsync ? 'async ' : ''}${name}(input: ${parametersName(method)}): ${isAsync ? `Promise<${type}>` : type} {
    ${isVoid ? 'await' : 'return'} this.gateway.${isAsync ? 'send' : 'peek'}('${route({ place, method })}', { ...input });
  }
`;
}
