import type { RequestHandler } from 'express'
import type { DiskSpace } from '../../base/ports.ts'
import { storageFull } from '../../base/service-error.ts'
import { endpointOf } from './request-context.ts'

/** The stage that refuses writes when the disk is full, before their body is read. */
export const createDiskSpaceCheck =
  (diskSpace: Pick<DiskSpace, 'isLow'>): RequestHandler =>
  (req, _res, next) => {
    if (endpointOf(req).needsDiskSpace && diskSpace.isLow()) throw storageFull()
    next()
  }
