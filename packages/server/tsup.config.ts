import { defineConfig } from 'tsup'

// The thread entry must be a file of its own; the command line loads the server only when it starts one.
export default defineConfig({
  entry: { cli: 'src/cli.ts', worker: 'src/worker.ts' },
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
