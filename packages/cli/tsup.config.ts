import { defineConfig } from 'tsup'

// Split, so that `--help` reads the entry alone and everything else is read when a command needs it.
export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: true,
  sourcemap: true,
})
