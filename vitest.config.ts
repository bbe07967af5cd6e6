import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { defineConfig } from 'vitest/config'

// Of a worker that dies vitest says only that it ended unexpectedly. It stops its workers with SIGTERM itself (143).
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  child.once('exit', (code, signal) => {
    if (code !== 0 && code !== 143 && signal !== 'SIGTERM')
      console.error(`Process ${child.pid} (${child.spawnargs.at(-1)}) ended with ${signal ?? code}.`)
  })
})

// Node resolves what is not ours itself and gets the same list, so only our own condition may stand here.
const conditions = ['platelight-source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.{ts,tsx}',
      'openapi/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    setupFiles: ['scripts/workspace/compare-bytes.ts', 'scripts/workspace/leave-no-listeners.ts'],
    // Some tests load onnxruntime themselves.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // Ceilings for what hangs, so high that a starved machine does not reach them. No test has one of its own. At night some try
    // things for very long.
    testTimeout: process.env.TEST_SEED === undefined ? 1_200_000 : 7_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    // One more than two cores, because tests often wait: for programs that start, retries, leases.
    maxWorkers: 3,
    // Test files of one worker share what they import, which halves the time. So a test leaves nothing behind: what it sets
    // in the process, such as a variable of the environment, it sets back.
    isolate: false,
    // Hundreds of files load the same server. What was compiled for one is read again by the others, below node_modules.
    experimental: { fsModuleCache: true },
  },
})
