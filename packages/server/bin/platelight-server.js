#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { handOver } from '../dist/hand-over.js'

const settings = JSON.parse(readFileSync(new URL('./environment.json', import.meta.url), 'utf8'))
if (!(await handOver(process.env, settings))) await import('../dist/cli.js')
