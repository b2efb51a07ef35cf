import { ToolRegistry } from 'toolwright';
import { TextTools } from './text-tools.js';
import { manifest } from './toolwright.gen.js';

const registry = new ToolRegistry(manifest).registerFrom(new TextTools());
const [name, args = '{}'] = process.argv.slice(2);

if (name === undefined) {
  for (const { name, description, parameters } of registry.listTools()) {
    console.log(`${name}: ${description}`);
    for (const [key, schema] of Object.entries(parameters.properties ?? {})) {
      console.log(`  ${key}: ${JSON.stringify(schema)}`);
    }
  }
  console.log(`\nCall one: npm start -- slug '{"text":"Über uns!"}'`);
} else {
  const { result, error } = await registry.execute(name, args);
  if (error === null) console.log(typeof result === 'string' ? result : JSON.stringify(result));
  else {
    console.error(error);
    process.exitCode = 1;
  }
}
