import { join } from 'node:path'
import type { Logger } from 'pino'
import { ConfigError } from '../../base/config/server-config.ts'
import { serverFolder } from '../../base/server-folder.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import { createHandouts, GUIDE, type Handouts } from '../../leads/handouts.ts'
import type { Letters } from '../../mail/letters.ts'
import { createLeadService } from '../../resources/leads/lead-service.ts'
import type { Core } from '../open-core.ts'

/** Forms of the website, and the files that they send. */
export async function composeLeads(
  core: Core,
  { letters, links, logger }: { letters: Letters; links: SignedLinks; logger: Logger },
) {
  const { config, clock, ids, database, address } = core
  const { contactAddress, resourcesFolder, role } = config
  const handouts = createHandouts(resourcesFolder ?? join(serverFolder(), 'handouts'))
  if (resourcesFolder !== undefined) await checkFolder(handouts, logger)
  if (contactAddress === undefined && role !== 'worker')
    logger.info(
      'PLATELIGHT_CONTACT_ADDRESS is not set: messages of the contact and audit forms are only stored; platelight-server leads list shows them',
    )
  const { publicUrl } = address
  const leads = createLeadService({ db: database.db, ids, clock, letters, links, publicUrl, contactAddress })
  return { leads, handouts }
}

/** @throws ConfigError when the folder of the settings cannot be read. */
async function checkFolder(handouts: Handouts, logger: Logger): Promise<void> {
  const { folder } = handouts
  const found = await handouts.list().catch((error: Error) => {
    throw new ConfigError([`PLATELIGHT_RESOURCES (${folder}) is not a folder that can be read: ${error.message}`])
  })
  const resources = [...new Set(found.map(({ id }) => id))]
  logger.info({ folder, resources }, 'these resources can be requested in the forms of the website')
  if (!resources.includes(GUIDE))
    logger.warn({ folder }, 'the folder of resources has no guide, such as guide.pdf: requests for it get 404')
}
