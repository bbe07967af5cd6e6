#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { reExec } from '../dist/re-exec.js'

const settings = JSON.parse(readFileSync(new URL('./environment.json', import.meta.url), 'utf8'))
if (!(await reExec(process.env, settings))) await import('../dist/cli.js')
