// The least a server can do for GET /v1/account/credits: Express, and the same two reads of the same database.
// Usage: node bare-express.mjs database.db

import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../packages/server/package.json', import.meta.url))
const express = require('express')
const Database = require('better-sqlite3')

const database = new Database(process.argv[2], { readonly: true })
const month = new Date().toISOString().slice(0, 7)
const balance = database.prepare('select balance from accounts where email = ?').pluck()
const photos = database
  .prepare('select photos from monthly_usage join accounts on accounts.id = account_id where email = ? and month = ?')
  .pluck()

const server = express()
  .get('/v1/account/credits', (_request, response) => {
    response.json({
      credits: balance.get('bench@example.com'),
      photosThisMonth: photos.get('bench@example.com', month) ?? 0,
      monthlyPhotoLimit: null,
    })
  })
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))

process.on('SIGTERM', () => process.exit())
