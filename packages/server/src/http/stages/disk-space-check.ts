import type { RequestHandler } from 'express'
import type { DiskSpace } from '../../base/ports.ts'
import { noRoomForVisitors, storageFull } from '../../base/service-error.ts'
import { endpointOf } from './request-context.ts'

/** The stage that refuses writes when the disk is full, before their body is read. */
export const createDiskSpaceCheck =
  (diskSpace: Pick<DiskSpace, 'isLow' | 'isLowForVisitors'>): RequestHandler =>
  (req, _res, next) => {
    const { needsDiskSpace, needsAnonymousSession } = endpointOf(req)
    if (needsDiskSpace && diskSpace.isLow()) throw storageFull()
    if (needsAnonymousSession && diskSpace.isLowForVisitors()) throw noRoomForVisitors()
    next()
  }
