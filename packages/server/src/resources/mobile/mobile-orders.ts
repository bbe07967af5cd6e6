import type { Body } from '../../contract/index.ts'
import type { Orders } from '../../operations/define-operation.ts'
import { enhanceOfForm } from './enhance-form.ts'

/** What the forms of the calls that the app waits for ask for. Only the work needs to know where the photo is kept. */
export const mobileOrders = {
  enhance: (form: Body<'mobile.enhance'>, image_url = '') => enhanceOfForm(form, image_url),
} satisfies Orders<'mobile'>
