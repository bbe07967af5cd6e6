// A minimal server for GET /v1/account/credits: Express and the same read of the same database, nothing else.
// Usage: node bare-express.mjs database.db | postgres://…

import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../../packages/server/package.json', import.meta.url))
const express = require('express')

const [, , address] = process.argv
const month = new Date().toISOString().slice(0, 7)
const FIND = "select id from accounts where email = 'bench@example.com'"
const SELECT = `
  select balance, plan, coalesce(photos, 0) as photos, coalesce(credits, 0) as credits
  from accounts left join monthly_usage on account_id = id and month = $1
  where id = $2`

async function openSqlite() {
  const Database = require('better-sqlite3')
  const database = new Database(address, { readonly: true })
  const { id } = database.prepare(FIND).get()
  const selectCredits = database.prepare(SELECT)
  return () => selectCredits.get({ 1: month, 2: id })
}

async function openPostgres() {
  const { Pool } = require('pg')
  const pool = new Pool({ connectionString: address, max: 3 })
  const [{ id }] = (await pool.query(FIND)).rows
  return async () => (await pool.query(SELECT, [month, id])).rows[0]
}

const read = await (address.startsWith('postgres') ? openPostgres() : openSqlite())

const server = express()
  .get('/v1/account/credits', async (_request, response) => {
    const { balance, plan, photos, credits } = await read()
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
