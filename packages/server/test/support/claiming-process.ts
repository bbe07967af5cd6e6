// A process that claims runs until there are none, and prints their ids. Arguments: the database and its name.

import { createInterface } from 'node:readline'
import { openSqlite } from '../../src/database/open-sqlite.ts'
import { CLAIMED_PRIORITIES, type Priority } from '../../src/runs/run-priority.ts'
import { claimNextRun } from '../../src/runs/scheduling/claim-run.ts'

const [path = '', owner = ''] = process.argv.slice(2)
const { db, close } = await openSqlite(path)
process.stdout.write('ready\n')
await new Promise((resolve) => createInterface({ input: process.stdin }).once('line', resolve))

const claimed: string[] = []
const lastServed = new Map<Priority, string>()
for (;;) {
  const at = new Date()
  const one = await claimNextRun(db, owner, {
    at: at.toISOString(),
    leaseUntil: new Date(at.getTime() + 30_000).toISOString(),
    except: [],
    priorities: CLAIMED_PRIORITIES,
    lastServed,
    ignoreIsolation: true,
  })
  if (!one || one === 'needs_isolation') break
  lastServed.set(one.priority, one.accountId)
  claimed.push(one.id)
}
process.stdout.write(`${JSON.stringify(claimed)}\n`)
await close()
process.exit(0)
