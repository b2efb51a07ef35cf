import { lowerInVite } from './lower-in-rollup.js';

const DECORATED = 'export class A { @tool forecast() {} }';
const { handler } = lowerInVite.transform;

it.each([
  '/src/a.ts',
  '/src/a.tsx',
  '/src/a.js?v=1',
  'C:\\src\\a.ts',
  '/outside/of/the/root/a.mts',
  '\0virtual:a',
  'virtual:a.vue?vue&type=script&lang.ts',
  '/src/A.vue',
])('compiles the decorators of %j', async (id) => {
  const { code } = (await handler(DECORATED, id)) ?? {};
  expect(code).toContain('class A');
  expect(code).not.toContain('@tool');
});

it.each([
  '/src/a.css',
  '/src/a.scss?inline',
  '/src/A.vue?vue&type=style&index=0&lang.css',
  '/a.json',
  '/a.html',
])('does not change %j', async (id) => {
  expect(await handler('@media print { }', id)).toBeUndefined();
});

it.each(['/src/a.ts?raw', '/src/a.ts?url'])('does not change the text of %j', async (id) => {
  expect(await handler(`export default ${JSON.stringify(DECORATED)}`, id)).toBeUndefined();
});
