import type { Body } from '../../contract/index.ts'
import type { Orders } from '../../operations/define-operation.ts'
import { enhanceOfForm } from '../mobile/enhance-form.ts'

/** What the forms of the jobs ask for. The locale is nothing that could be seen in a photo. */
export const mobileJobOrders = {
  enhance: ({ goal, ...form }: Body<'mobileJobs.enhance'>, image_url = '') => enhanceOfForm(form, image_url, { goal }),
} satisfies Orders<'mobileJobs'>
