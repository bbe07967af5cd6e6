import http from 'node:http'
import { mkdtempSync } from 'node:fs'
import express from 'express'
import pino from 'pino'
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { document } from './src/contract/document.ts'
import { readOperations } from './src/http/operations.ts'
import { createRateCounters } from './src/http/rates.ts'
import { createHttpServer } from './src/http/server.ts'
import { createSocketServer } from './src/http/sockets.ts'
const db = new Database(':memory:'); db.exec('create table a(id text primary key, c int); insert into a values (\'x\', 5)')
const stmt = db.prepare('select * from a where id=?')
const reply = (c: number) => ({ credits: c, subscriptionPlan: 'Free', subscriptionStatus: 'active', creditsUsedThisMonth: 1, nextRenewal: '2026-11-21T09:30:00.000Z', photosThisMonth: 1, monthlyPhotoLimit: 100 })
const bare = express(); bare.get('/v1/account/credits', (_q, r) => { const row = stmt.get('x') as {c:number}; r.json(reply(row.c)) })
const ops = readOperations(document)
const handlers = Object.fromEntries(ops.filter(o=>!o.pending&&o.retired===undefined).map(o=>[o.id, async()=>{ const row = stmt.get('x') as {c:number}; return reply(row.c)}]))
const clock = { now: () => new Date() }
const f = createHttpServer({ document, handlers: handlers as never, stableText: (t: string) => t, authenticate: async (c) => { createHash('sha256').update(c).digest('hex'); stmt.get('x'); return { account: { id: 'a', email: '', emailVerified: true, plan: 'Enterprise', role: 'customer', customPerMinute: 1e9, customPerDay: null }, kind: 'key', credentialId: 'k', scopes: new Set(['read']) } }, idempotency: { once: async (_r, w) => ({ text: await w(), replayed: false }) }, rates: createRateCounters({ clock }), logger: pino({}, pino.destination({ dest: '/dev/null', sync: false, minLength: 8192 })), publicUrl: () => '', uploadFolder: mkdtempSync('/tmp/x'), trustProxy: 0, limits: { jsonBytes: 1e6, fileBytes: 25e6, files: 20, fields: 50 }, checkReplies: 'count' })
await f.warm()
const s1 = http.createServer(bare).listen(0), s2 = createSocketServer(f.app).listen(0)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const one = (port: number) => new Promise<void>((ok, no) => http.get({ port, host: '127.0.0.1', path: '/v1/account/credits', agent, headers: { authorization: 'Bearer pl_live_x' } }, (r) => { if (r.statusCode !== 200) no(new Error(String(r.statusCode))); r.resume(); r.on('end', ok) }))
const run = async (s: http.Server, n: number) => { const p = (s.address() as any).port; const t = performance.now(); for (let i = 0; i < n; i++) await one(p); return (performance.now() - t) / n * 1000 }
for (let i = 0; i < 6; i++) console.log('us', (await run(s1, 2000)).toFixed(0), (await run(s2, 2000)).toFixed(0))
console.log(f.differences()); process.exit()
