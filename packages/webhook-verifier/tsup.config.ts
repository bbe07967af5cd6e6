import { defineConfig } from 'tsup'

export default defineConfig({
  // The main entry, an adapter for each framework, and what tests need.
  entry: ['index', 'express', 'fastify', 'hono', 'lambda', 'nest', 'next-pages', 'testing'].map(
    (name) => `src/${name}.ts`,
  ),
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  clean: true,
  // One chunk for all entries, so that the error class is the same one everywhere.
  splitting: true,
  // Deno knows Node's modules by this prefix only.
  removeNodeProtocol: false,
})
