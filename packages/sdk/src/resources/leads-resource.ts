import type { WithPictures } from '../files/picture-uploads.ts'
import type { AuditRequest } from '../generated/schema.d.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Forms of a public website. No form requires a key, and no response reveals whether the address is known. */
export const leads = ({ link, post }: ResourceMethods) => ({
  /** Asks for the newsletter. The subscription begins once the link of an e-mail is confirmed. */
  newsletter: post('/api/newsletter'),

  /** Sends a message to the operator. */
  contact: post('/api/contact'),

  /**
   * Requests a file of the website, such as a checklist. A link to it is sent by e-mail.
   *
   * @throws NotFoundError with the ids of the resources that exist.
   *
   * @example
   * await client.leads.resourceDownload({ email, resource: 'phone-shot-list', locale: 'en' })
   */
  resourceDownload: post('/api/resource-download'),

  /**
   * Opens a resource of the website by the link in an e-mail. The body of the response, often a page, is not read yet.
   *
   * @throws PermissionError `link_expired` after seven days; NotFoundError.
   *
   * @example
   * const page = await (await client.leads.resource(link)).text()
   */
  resource: link('/api/resources/', /\bjson\b/),

  /** Requests the free guide. A link to it is sent by e-mail. @throws NotFoundError if the operator offers none. */
  guideDownload: post('/api/guide-download'),

  /** Requests a free audit of the photos of a menu. */
  auditRequest: post<'/api/audit-request', WithPictures<AuditRequest>>('/api/audit-request'),

  /**
   * Confirms a subscription with the token of the link in an e-mail, as the page behind the link does.
   *
   * @throws BadRequestError `token_invalid`
   */
  confirm: post('/api/leads/confirm'),
})
