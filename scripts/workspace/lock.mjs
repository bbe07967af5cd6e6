// One installation or build at a time in a clone. A lock whose owner has died is taken over: at once when its process is
// gone, and otherwise (its number may belong to another program by now) when its heartbeat has been still for a while.

import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './console.mjs'

const HEARTBEAT_MS = 1_000
const STILL_FOR_MS = 30_000
const POLL_MS = 100

/**
 * Waits for the lock of this clone and takes it.
 *
 * @param {string} folder
 * @returns {Promise<() => void>} gives it back; ending the process does too
 */
export async function takeLock(folder) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'lock')
  const watch = watchHeartbeat(lock)

  for (let announced = false; !claim(lock); await wait(POLL_MS)) {
    if (ownerIsGone(lock) || watch.isStill()) {
      breakLock(folder, lock, watch)
    } else if (!announced) {
      say('Another command is preparing this folder; waiting for it …')
      announced = true
    }
  }

  const heartbeat = setInterval(() => touch(lock), HEARTBEAT_MS).unref()
  const release = () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    rmSync(lock, { force: true })
  }
  process.on('exit', release)
  return release
}

/** Creates the file. Returns false when it exists. */
function claim(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Removes a dead lock. A second lock around it separates two waiters. Without it, the slower one could remove the lock
 * that the quicker one has just created.
 */
function breakLock(folder, lock, watch) {
  const guard = join(folder, 'lock.breaking')
  if (!claim(guard)) {
    if (Date.now() - (modified(guard) ?? Date.now()) > STILL_FOR_MS) rmSync(guard, { force: true })
    return
  }
  if (ownerIsGone(lock) || watch.isStill()) rmSync(lock, { force: true })
  rmSync(guard, { force: true })
}

function ownerIsGone(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    // An empty file belongs to an owner that has created it and not yet written to it.
    if (owner > 0) process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Measures with our own clock how long a heartbeat has not moved, so that a laptop's sleep does not count. */
function watchHeartbeat(lock) {
  let seen
  let since = performance.now()
  return {
    isStill() {
      const now = modified(lock)
      if (now !== seen) {
        seen = now
        since = performance.now()
      }
      return seen !== undefined && performance.now() - since > STILL_FOR_MS
    },
  }
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function touch(lock) {
  try {
    const now = new Date()
    utimesSync(lock, now, now)
  } catch {
    // Somebody cleaned the folder. The work continues.
  }
}
