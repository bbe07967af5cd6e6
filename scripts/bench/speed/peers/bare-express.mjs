// A minimal server for GET /v1/account/credits: Express and the same read of the same database, nothing else.
// Usage: node bare-express.mjs database.db

import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../../packages/server/package.json', import.meta.url))
const express = require('express')
const Database = require('better-sqlite3')

const database = new Database(process.argv[2], { readonly: true })
const month = new Date().toISOString().slice(0, 7)
const { id } = database.prepare("select id from accounts where email = 'bench@example.com'").get()
const selectCredits = database.prepare(`
  select balance, plan, coalesce(photos, 0) as photos, coalesce(credits, 0) as credits
  from accounts left join monthly_usage on account_id = id and month = ?
  where id = ?`)

const server = express()
  .get('/v1/account/credits', (_request, response) => {
    const { balance, plan, photos, credits } = selectCredits.get(month, id)
    response.json({
      credits: balance,
      subscriptionPlan: plan,
      subscriptionStatus: 'active',
      creditsUsedThisMonth: credits,
      photosThisMonth: photos,
      monthlyPhotoLimit: null,
    })
  })
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))

process.on('SIGTERM', () => process.exit())
