import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a program as a Worker, like the tools of Workers.
 *
 * @param env the variables of the Worker
 * @returns the command to run it in `folder`; it prints `"port":N` when it listens
 * @throws when the program needs a module of Node
 */
export async function workerdCommand(
  folder: string,
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly [string, ...string[]]> {
  await build({
    entryPoints: [join(folder, program)],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    // For browsers: a `node:` import that can be reached fails here.
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    logLevel: 'silent',
  })
  writeFileSync(join(folder, 'config.capnp'), config(env))
  const workerd = createRequire(import.meta.url)('workerd')
  return [workerd.default ?? workerd, 'serve', 'config.capnp', '--control-fd=1']
}

/** It may only call servers of this machine. The date is the first with variables in `process.env`. */
function config(env: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(env).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`)
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "program")],
);
const program :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2025-04-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${bindings.join(', ')}],
);
`
}
