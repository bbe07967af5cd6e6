import { DAY_MS } from '../../base/durations.ts'
import { createSecretCipher } from '../../base/secrets/secret-cipher.ts'
import { newSigningSecret } from '../../events/endpoints/signing-secrets.ts'
import { webhookSecretRepository } from '../../events/endpoints/webhook-secret-repository.ts'
import type { Core } from '../open-core.ts'
import { rotateKeys, type Signed } from './rotated-keys.ts'

/** Exchanging what the installation signs with, while it runs. */
export const createSecretsOperator = ({ database, clock, secrets }: Core) => {
  const { db } = database
  const cipher = createSecretCipher(secrets.webhooks)
  return {
    rotateKeys: (purpose: Signed, options: { readonly now: boolean }) => rotateKeys({ db, clock }, purpose, options),

    /**
     * Gives every webhook endpoint a new signing secret, as its owner could. A rotation that is under way keeps its previous secret, so
     * repeating the command after it was cut harms nothing.
     *
     * @param options.days How long the previous secrets still sign; 0 ends them now.
     * @returns Every endpoint with its new secret, which is shown nowhere else.
     */
    async rotateWebhooks({ days }: { readonly days: number }) {
      const rotated: { id: string; email: string; url: string; secret: string }[] = []
      const at = clock.now()
      const until = new Date(at.getTime() + days * DAY_MS).toISOString()
      for (const { id, email, url } of await webhookSecretRepository(db).owners()) {
        const secret = newSigningSecret()
        await webhookSecretRepository(db).rotate(id, cipher.encrypt(secret, id), { at: at.toISOString(), until })
        rotated.push({ id, email, url, secret })
      }
      return { endpoints: rotated, earlier_until: until }
    },
  }
}
