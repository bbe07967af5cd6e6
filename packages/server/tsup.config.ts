import { defineConfig } from 'tsup'

// The entries of threads must be files of their own; the command line loads the server only when it starts one.
export default defineConfig({
  entry: { cli: 'src/cli.ts', worker: 'src/worker.ts', 'model-thread': 'src/models/thread.ts' },
  format: 'esm',
  target: 'node20',
  splitting: true,
  clean: true,
  sourcemap: true,
  esbuildOptions: (options) => {
    options.conditions = ['platelight-source']
  },
  noExternal: ['@platelight/webhook-verifier'],
})
