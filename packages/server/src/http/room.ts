import type { RequestHandler } from 'express'
import { storageFull } from '../errors.ts'
import type { DiskSpace } from '../ports.ts'
import { operationOf } from './exchange.ts'

/** Refuses, before a body is read, what would store something where there is no room. */
export const createRoomCheck =
  (diskSpace: Pick<DiskSpace, 'isShort'>): RequestHandler =>
  (req, _res, next) => {
    if (operationOf(req).needsRoom && diskSpace.isShort()) throw storageFull()
    next()
  }
