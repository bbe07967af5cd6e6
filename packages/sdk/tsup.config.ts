import { defineConfig } from 'tsup'
import { leanFetch } from './lean-fetch.ts'

// `#files` stays an import, so that the runtime selects Node's file system or none.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    files: 'src/files/file-system.ts',
    'files.node': 'src/files/file-system.node.ts',
    node: 'src/node-entry.ts',
    'folder-engine': 'src/folder-engine.ts',
    recipes: 'src/recipes-entry.ts',
    testing: 'src/testing-entry.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  external: ['#files', /^node:/, 'undici', 'yaml'],
  esbuildPlugins: [leanFetch],
  dts: {
    entry: {
      index: 'src/index.ts',
      node: 'src/node-entry.ts',
      'folder-engine': 'src/folder-engine.ts',
      recipes: 'src/recipes-entry.ts',
      testing: 'src/testing-entry.ts',
    },
    resolve: ['openapi-fetch', 'openapi-typescript-helpers'],
  },
  clean: true,
  // Shared chunks, so that all entries have the same error classes.
  splitting: true,
  // Tree-shakes the chunks, which have no side effects, and writes CommonJS without lowering the syntax.
  treeshake: { moduleSideEffects: false },
  // Deno resolves Node's modules only with this prefix.
  removeNodeProtocol: false,
})
