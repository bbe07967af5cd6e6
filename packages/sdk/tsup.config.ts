import { defineConfig } from 'tsup'
import { leanFetch } from './lean-fetch.ts'

// `#files` stays an import, so that the runtime chooses: Node's file system, or none.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    files: 'src/files/file-system.ts',
    'files.node': 'src/files/file-system.node.ts',
    node: 'src/node-entry.ts',
    'folder-engine': 'src/folder-engine.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  external: ['#files', /^node:/],
  esbuildPlugins: [leanFetch],
  dts: {
    entry: { index: 'src/index.ts', node: 'src/node-entry.ts', 'folder-engine': 'src/folder-engine.ts' },
    resolve: ['openapi-fetch', 'openapi-typescript-helpers'],
  },
  clean: true,
  // Shared chunks, so that the error classes are the same ones in every entry.
  splitting: true,
  // Of the chunks, which have no side effects, as package.json says; and it writes CommonJS without lowering the syntax.
  treeshake: { moduleSideEffects: false },
  // Deno knows Node's modules by this prefix only.
  removeNodeProtocol: false,
})
