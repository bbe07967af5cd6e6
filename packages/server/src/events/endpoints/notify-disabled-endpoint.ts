import type { BackgroundMail } from '../../mail/background-mail.ts'
import { endpointDisabledEmail } from '../../mail/mail-templates.ts'
import type { DisabledEndpoint } from '../sending/attempt-outcomes.ts'

/** Mails the account whose endpoint was disabled, if its address is verified. A stranger would not understand the message. */
export const notifyDisabledEndpoint =
  (deps: {
    verifiedEmail: (accountId: string) => Promise<string | undefined>
    backgroundMail: Pick<BackgroundMail, 'send'>
    publicUrl: () => string
  }) =>
  ({ accountId, endpointId }: DisabledEndpoint): void =>
    deps.backgroundMail.send(async () => {
      const email = await deps.verifiedEmail(accountId)
      return email === undefined
        ? undefined
        : endpointDisabledEmail(email, { endpointId, serviceUrl: deps.publicUrl() })
    })
