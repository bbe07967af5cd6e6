// Implements only the start protocol of platelight-server: lock file, ready line, end of standard input.
// FAKE_REFUSES makes it fail at start, like a server that cannot open its data.

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [command, ...args] = process.argv.slice(2)
const data = args[args.indexOf('--data') + 1]
const keysFile = join(data, 'keys.txt')
const lock = join(data, 'server.lock')

if (command === 'keys') {
  const key = `key-${Math.random().toString(36).slice(2)}`
  appendFileSync(keysFile, `${key}\n`)
  appendFileSync(join(data, 'calls.txt'), `${args.join(' ')}\n`)
  process.stdout.write(`${JSON.stringify({ key })}\n`)
} else if (process.env.FAKE_REFUSES) {
  process.stderr.write('The database is in the way.\n')
  process.exitCode = 2
} else {
  start()
}

function start() {
  const holder = existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')) : undefined
  if (holder && isAlive(holder.pid)) {
    process.stdout.write(`${JSON.stringify({ event: 'running', ...holder })}\n`)
    process.exitCode = 75
    return
  }
  const server = createServer((request, response) => {
    if (request.url === '/crash') process.kill(process.pid, 'SIGKILL')
    if (request.url === '/health') return response.end('{}')
    const keys = existsSync(keysFile) ? readFileSync(keysFile, 'utf8').split('\n') : []
    const known = keys.includes((request.headers.authorization ?? '').replace('Bearer ', ''))
    response.statusCode = known || request.url.startsWith('/echo') ? 200 : 401
    request.resume().on('end', () => response.end(JSON.stringify({ url: request.url, pid: process.pid })))
  })
  server.listen(0, '127.0.0.1', () => {
    const ready = { pid: process.pid, url: `http://127.0.0.1:${server.address().port}` }
    writeFileSync(lock, JSON.stringify(ready))
    appendFileSync(join(data, 'starts.txt'), `${args.join(' ')}\n`)
    process.stdout.write(`${JSON.stringify({ event: 'ready', ...ready })}\n`)
  })
  const stop = () => {
    rmSync(lock, { force: true })
    process.exit(0)
  }
  process.stdin.resume().on('end', stop).on('close', stop)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
