import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { serverBin } from '../local-server/open-local-server.ts'

/**
 * `platelight server …`: runs platelight-server with the same arguments on the same terminal, and returns its exit code.
 */
export function runServerCommand(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [serverBin(), ...args], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the server itself; a second SIGINT would stop it at once. So only keep this process alive.
  const forwardSignal = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forwardSignal)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
