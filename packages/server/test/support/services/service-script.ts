import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts a service by a script of `scripts/services`, for as long as this process needs it. It ends with this process, also when
 * this process is killed.
 *
 * @param name the script, such as `with-s3.sh`
 * @param variables the environment variables that the script sets for its command
 * @param env settings of the script itself
 * @returns the values of the variables, and how to stop the service
 * @throws Error when the service does not start
 */
export async function startService(
  name: string,
  variables: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ values: readonly string[]; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL(`../../../../../scripts/services/${name}`, import.meta.url))
  // The command ends with its input.
  const command = `printf '%s\\t' ${variables.map((variable) => `"$${variable}"`).join(' ')}; echo; exec cat >/dev/null`
  const child = spawn('bash', [script, 'sh', '-c', command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const exited = once(child, 'exit')
  const ended = exited.then(() => {
    throw new Error(`the service of ${name} did not start`)
  })
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  ended.catch(() => {})
  return {
    values: String(line).split('\t').slice(0, variables.length),
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
