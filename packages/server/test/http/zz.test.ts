import { expect, test } from 'vitest'
import { document } from '../../src/contract/document.ts'
import { readOperations } from '../../src/http/operations.ts'
import { createValidator } from '../../src/http/validator.ts'
import { startFrame, principal } from './frame.ts'
test('x', async () => {
  const t0 = performance.now()
  const ops = readOperations(document)
  console.log('read', performance.now() - t0, ops.length)
  let n=0
  const times:[number,string][]=[]
  for (const op of ops) { const t=performance.now(); if (op.parameters.length||op.body) {n++; await createValidator(document, op).warm(); times.push([performance.now()-t, op.id])} }
  const sum = times.reduce((a,[b])=>a+b,0)
  times.sort((a,b)=>b[0]-a[0])
  console.log('warm all', n, sum, times.slice(0,5), times.filter(([,i])=>/^photos|images.enhance/.test(i)))
})
test('all', async () => {
  const ops = readOperations(document)
  const handlers = Object.fromEntries(ops.filter(o=>!o.pending&&o.retired===undefined).map(o=>[o.id, async()=>({})]))
  const f = await startFrame({ document, handlers: handlers as never, who: principal({role:'admin'},['read','images','account','admin']), onlyThese: true } as never)
  const rows:Record<string,string[]>={}
  for (const op of ops) {
    f.pass(60_000)
    const path = op.path.replace(/\{[^}]+\}/g,'1')
    const a = await f.send(op.method, path)
    const b = await f.send(op.method, path, {key:null})
    ;(rows[`${a.status}/${b.status} ${op.bearer?'bearer':'public'}`]??=[]).push(op.id)
  }
  for (const [k,v] of Object.entries(rows)) console.log(k, v.length, v.join(' ').slice(0,700))
  console.log(f.lines().filter(l=>l.level===50).map(l=>l.operation+' '+(l.err as any)?.message).join('\n'))
  const by:Record<string,string[]>={}
  for (const o of ops) (by[`${o.scope} ${o.allowance}`]??=[]).push(o.id)
  console.log(JSON.stringify(by,null,1))
}, 60000)
