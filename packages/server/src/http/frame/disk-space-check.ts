import type { RequestHandler } from 'express'
import type { DiskSpace } from '../../base/ports.ts'
import { storageFull } from '../../base/service-error.ts'
import { operationOf } from './request-context.ts'

/** Refuses, before a body is read, what would store something where there is no room. */
export const createRoomCheck =
  (diskSpace: Pick<DiskSpace, 'isShort'>): RequestHandler =>
  (req, _res, next) => {
    if (operationOf(req).needsRoom && diskSpace.isShort()) throw storageFull()
    next()
  }
