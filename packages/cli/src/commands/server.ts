import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { serverBin } from '../local-server.ts'

/**
 * `platelight server …`: hands over to platelight-server with the same arguments, on the same terminal, and ends with
 * its exit code.
 */
export function handOver(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [serverBin(), ...args], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to the server as well; we only must not end before it.
  const wait = () => undefined
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', wait)
  process.on('SIGTERM', pass)
  process.on('SIGHUP', pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
