import { afterAll } from 'vitest'

// Test files of one worker share its process. A library that a file loads may leave a listener for Ctrl-C, as Ink does where CI is
// set, which ends the process when a later file sends that signal to itself.
const before = new Set(process.listeners('SIGINT'))
afterAll(() => {
  for (const listener of process.listeners('SIGINT')) if (!before.has(listener)) process.off('SIGINT', listener)
})
