import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** A write for every line was the dearest part of a light request; lines may wait this long for company. */
const FLUSH_MS = 500
const BUFFER_BYTES = 4_096

/** Structured lines on standard error, written in blocks; what is left is written when the process ends. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    { level: logLevel },
    pino.destination({ dest: 2, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  )
