import { type HtmlValue, html } from '../../base/html/html-template.ts'
import { InvalidRequest, type ServiceError } from '../../base/service-error.ts'

/** Why a form was refused, above the form. The fields of 422 are named as they are in the form. */
export function formProblem(problem: ServiceError | undefined): HtmlValue {
  if (!problem) return undefined
  const text =
    problem instanceof InvalidRequest
      ? problem.detail.map(({ msg }) => `The address ${msg}.`).join(' ')
      : problem.message
  return html`<div class="note" role="alert"><p>${text}</p></div>\n`
}
