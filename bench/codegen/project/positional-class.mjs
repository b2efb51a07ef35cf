import { comment, entityTypes, route, withImports } from './class-file.mjs';

/**
 * A class as Toolwright reads it: ordinary methods with positional parameters and initializers.
 * @param {import('./model.mjs').ToolClass} toolClass
 */
export function positionalClass({ place, methods }) {
  const body = methods.map((method) => methodText(place, method)).join('\n');
  const text = `${entityTypes(place)}
export class ${place.entity}Tools {
  constructor(private readonly gateway: Gateway) {}

${body}}
`;
  return `import { tool } from 'toolwright';\n${withImports(text, place)}`;
}

function methodText(place, method) {
  const { name, parameters, result, readOnly } = method;
  const docs = [
    ...method.description.split('\n'),
    ...parameters.map((parameter) => `@param ${parameter.name} ${parameter.doc}`),
    ...(result.doc === '' ? [] : [`@returns ${result.doc}`]),
  ];
  const body = `'${route({ place, method })}', { ${parameters.map((parameter) => parameter.name).join(', ')} }`;
  const isAsync = method.async || result.type === 'void';
  return `${comment(docs, '  ')}
  ${readOnly ? '@tool({ readOnly: true })' : '@tool'}
  ${isAsync ? 'async ' : ''}${name}(${parameters.map(parameterText).join(', ')}): ${isAsync ? `Promise<${result.type}>` : result.type} {
    ${result.type === 'void' ? 'await' : 'return'} this.gateway.${isAsync ? 'send' : 'peek'}(${body});
  }
`;
}

function parameterText({ name, type, defaultValue, inferred, optional }) {
  if (defaultValue === undefined) return `${name}${optional ? '?' : ''}: ${type}`;
  return inferred ? `${name} = ${defaultValue}` : `${name}: ${type} = ${defaultValue}`;
}
