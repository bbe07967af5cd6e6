import { ServiceError } from '../base/service-error.ts'

/** Payments of a provider that the operator has not set up. */
export const notConfigured = (setting: string): ServiceError =>
  new ServiceError('not_configured', `This server does not take payments of this provider: ${setting} is not set.`, {
    setting,
  })
