import { comment, entityTypes, withImports } from './class-file.mjs';
import { canBeAbsent } from './methods.mjs';

/** The name of the interface with the parameters of a method: `FindBillingDocumentParameters`. */
export function parametersName({ name }) {
  return `${name.replace(/^./, (first) => first.toUpperCase())}Parameters`;
}

/** The parameters of a method as the properties of an interface, with defaults in JSDoc. */
export function parameterInterface(method) {
  const properties = method.parameters.map((parameter) => {
    const { defaultValue, jsonDefault = defaultValue } = parameter;
    const lines = [parameter.doc, ...(jsonDefault === undefined ? [] : [`@default ${jsonDefault}`])];
    return `${comment(lines, '  ')}\n  ${parameter.name}${canBeAbsent(parameter) ? '?' : ''}: ${parameter.type};\n`;
  });
  const docs = comment(method.description.split('\n'), '');
  return `${docs}\nexport interface ${parametersName(method)} {\n${properties.join('')}}\n`;
}

/**
 * The same class as types only, for generators that read exported types.
 * @param {import('./model.mjs').ToolClass} toolClass
 */
export function parameterTypes({ place, methods }) {
  return withImports(`${entityTypes(place)}\n${methods.map(parameterInterface).join('\n')}`, place);
}
