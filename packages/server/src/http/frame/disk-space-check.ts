import type { RequestHandler } from 'express'
import type { DiskSpace } from '../../base/ports.ts'
import { storageFull } from '../../base/service-error.ts'
import { endpointOf } from './request-context.ts'

/** Refuses, before a body is read, what would store something where there is no room. */
export const createDiskSpaceCheck =
  (diskSpace: Pick<DiskSpace, 'isLow'>): RequestHandler =>
  (req, _res, next) => {
    if (endpointOf(req).needsDiskSpace && diskSpace.isLow()) throw storageFull()
    next()
  }
