// Two ways to run a program: quietly with its output in a log, or in the caller's terminal.

import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { constants } from 'node:os'

const windows = process.platform === 'win32'
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The exit code that a shell reports for a program that was ended by a signal. */
const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/**
 * Runs a program whose output only matters when it fails.
 *
 * It gets a process group of its own, so that an interruption ends what it started as well (a compiler, say).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, log?: string, timeoutMs?: number }} options `log` is appended to
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program is not there
 */
export function runQuietly(command, args, { cwd, env = process.env, log, timeoutMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !windows,
      // The package managers are .cmd files there.
      shell: windows && command !== process.execPath,
    })
    const end = (signal) => {
      try {
        if (windows) child.kill(signal)
        else process.kill(-child.pid, signal)
      } catch {
        // It had already ended.
      }
    }
    const interrupt = (signal) => {
      end(signal)
      process.exit(exitCodeOf(null, signal))
    }
    for (const signal of forwarded) process.on(signal, interrupt)
    const deadline = timeoutMs && setTimeout(end, timeoutMs, 'SIGKILL')

    const file = log && createWriteStream(log, { flags: 'a' })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000)
      if (file) file.write(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)

    const finish = (code) => {
      clearTimeout(deadline)
      for (const signal of forwarded) process.off(signal, interrupt)
      if (file) file.end(() => resolve({ code, output }))
      else resolve({ code, output })
    }
    child.on('error', () => finish(127))
    child.on('close', (code, signal) => finish(exitCodeOf(code, signal)))
  })
}

/**
 * Runs a program of ours in the caller's terminal and resolves to its exit code.
 *
 * @param {string[]} args for this Node
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
export function runInTerminal(args, { cwd, env = process.env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
    const pass = (signal) => {
      // A terminal sends Ctrl+C to the whole group itself; a second one would mean "now, at once" to the task.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    for (const signal of forwarded) process.on(signal, pass)
    const stopWatching = whenNpmIsGone(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      stopWatching()
      for (const name of forwarded) process.off(name, pass)
      resolve(exitCodeOf(code, signal))
    })
  })
}

/** A signal to npm ends the shell between npm and us, but never arrives here: then we have another parent. */
function whenNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    act()
  }, 250).unref()
  return () => clearInterval(watching)
}
