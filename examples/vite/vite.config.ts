import { codegen } from '@toolwright/unplugin';
import { defineConfig, type Plugin } from 'vite';

/** Answers requests with the current program. */
const servePage: Plugin = {
  name: 'serve-page',
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response, next) => {
      try {
        const { answer } = await server.ssrLoadModule('/src/answer.ts');
        await answer(request, response, (html: string) => server.transformIndexHtml('/', html));
      } catch (error) {
        next(error);
      }
    });
  },
  // Vite does not know that the page depends on modules of the server, so the plugin reloads it.
  hotUpdate({ modules, server }) {
    if (modules.length > 0) server.environments.client.hot.send({ type: 'full-reload' });
  },
};

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [codegen.vite(), servePage],
  // Toolwright runs in Node.js, so this builds a server: one file that needs no node_modules. While serving, Node.js loads dependencies,
  // because Vite does not run CommonJS.
  build: { ssr: 'src/main.ts', emptyOutDir: false },
  ssr: command === 'build' ? { noExternal: true } : { external: true },
}));
