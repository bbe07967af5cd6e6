// The least a server can do for GET /v1/account/credits: Express, and the same three reads of the same database.
// Usage: node bare-express.mjs database.db

import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../packages/server/package.json', import.meta.url))
const express = require('express')
const Database = require('better-sqlite3')

const database = new Database(process.argv[2], { readonly: true })
const month = new Date().toISOString().slice(0, 7)
const account = database.prepare('select id, plan from accounts where email = ?').get('bench@example.com')
const balance = database.prepare('select balance from accounts where id = ?').pluck()
const used = database
  .prepare("select sum(credits) from credit_entries where account_id = ? and kind = 'charge' and created_at >= ?")
  .pluck()
const photos = database.prepare('select photos from monthly_photos where account_id = ? and month = ?').pluck()

const server = express()
  .get('/v1/account/credits', (_request, response) => {
    response.json({
      credits: balance.get(account.id),
      subscriptionPlan: account.plan,
      subscriptionStatus: 'active',
      creditsUsedThisMonth: used.get(account.id, `${month}-01`) ?? 0,
      photosThisMonth: photos.get(account.id, month) ?? 0,
      monthlyPhotoLimit: null,
    })
  })
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))

process.on('SIGTERM', () => process.exit())
