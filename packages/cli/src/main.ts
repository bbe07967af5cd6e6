import { EXIT } from './base/exit-codes.ts'
import { runCommandLine } from './command-line.ts'

// A reader such as `head` closed the pipe. This is not an error, and nothing more can be written.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe)
    throw error
  })
}

const { env, stdin, stdout, stderr } = process
process.exitCode = await runCommandLine(process.argv.slice(2), { env, cwd: process.cwd(), stdin, stdout, stderr })
