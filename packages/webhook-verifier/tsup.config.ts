import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/express.ts', 'src/testing.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  clean: true,
  // One chunk for all entries, so that the error class is the same one everywhere.
  splitting: true,
  // Deno knows Node's modules by this prefix only.
  removeNodeProtocol: false,
})
