import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { app } from './hono.js';

const PAGES = ['use-chat', 'ag-ui'];

/** Serves the React pages at `/use-chat` and `/ag-ui`, and the handlers that they ask. */
export async function createSite(): Promise<Hono> {
  const { outputFiles } = await build({
    entryPoints: PAGES.map((name) => fileURLToPath(new URL(`../src/pages/${name}.tsx`, import.meta.url))),
    bundle: true,
    write: false,
    outdir: 'pages',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const site = new Hono().route('/', app);
  site.get('/', (context) => context.html(PAGES.map((name) => `<p><a href="/${name}">${name}</a>`).join('')));
  PAGES.forEach((name, index) => {
    const script = outputFiles[index]?.text ?? '';
    site.get(`/${name}.js`, (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));
    site.get(`/${name}`, (context) =>
      context.html(
        `<!doctype html><title>${name}</title><div id="root"></div><script type="module" src="/${name}.js"></script>`,
      ),
    );
  });
  return site;
}
