// Turns the end of a failed log into advice.

const LINES = 25

const reasons = [
  {
    sign: /gyp ERR|node-gyp|make: |g\+\+/,
    advice:
      'A native module had to be compiled and could not be. It needs Python 3, make and a C++ compiler:\n' +
      '  Debian, Ubuntu   sudo apt-get install python3 make g++\n' +
      '  macOS            xcode-select --install\n' +
      '  Windows          winget install Microsoft.VisualStudio.2022.BuildTools (workload "Desktop C++") and Python 3',
  },
  {
    sign: /ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ERR_PNPM_META_FETCH_FAIL/,
    advice: 'The npm registry cannot be reached: check the network (and HTTPS_PROXY, if you need one).',
  },
  {
    sign: /ERR_PNPM_UNSUPPORTED_ENGINE/,
    advice: 'This Node does not fit: use 20.19 or newer, 22.12 or newer, or 24 and up.',
  },
  { sign: /ENOSPC/, advice: 'The disk is full.' },
  { sign: /EACCES|EPERM|EROFS/, advice: 'This folder cannot be written to by you: check who owns it.' },
  {
    sign: /ERR_PNPM_OUTDATED_LOCKFILE/,
    advice: 'pnpm-lock.yaml does not fit the package.json files: run "corepack pnpm install" and commit the lock file.',
  },
]

/** The Node that has this number, by which compiled modules name it. */
const nodeOfModules = { 115: 'Node 20', 127: 'Node 22', 137: 'Node 24', 147: 'Node 26' }

/**
 * @param {string} output of a program that could not load a module
 * @returns {string | undefined} a sentence, if the module was compiled for another Node
 */
export function compiledForAnother(output) {
  const [, number] = /using\s+NODE_MODULE_VERSION (\d+)/.exec(output) ?? []
  if (number === undefined) return undefined
  return `better-sqlite3 was compiled for ${nodeOfModules[number] ?? 'another Node'}, and this is Node ${process.versions.node}.`
}

/**
 * @param {string} what such as "Installing the packages"
 * @param {string} output everything the program printed
 * @param {string} log where all of it is kept
 */
export function explain(what, output, log) {
  const lines = output.trimEnd().split('\n').slice(-LINES)
  const advice = reasons.find(({ sign }) => sign.test(output))?.advice
  return [
    `${what} failed. The end of the log:`,
    '',
    ...lines.map((line) => `  ${line}`),
    '',
    ...(advice ? [advice] : []),
    `The whole log: ${log}. Running the same command again goes on from here.`,
  ].join('\n')
}
