import { defineConfig } from 'tsup'

export default defineConfig({
  // The main entry, an adapter for each framework, and the helpers for tests.
  entry: ['index', 'express', 'fastify', 'hono', 'lambda', 'nest', 'next-pages', 'testing'].map(
    (name) => `src/${name}.ts`,
  ),
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  clean: true,
  // One chunk for all entries, so that they share the error class.
  splitting: true,
  // Deno resolves Node's modules only with this prefix.
  removeNodeProtocol: false,
})
