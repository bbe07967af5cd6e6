import { PLANS } from '../base/account-plan.ts'
import { ConfigError } from '../base/config/server-config.ts'
import { type Catalogue, DEFAULT_CATALOGUE, type PlanTerms, type Product } from '../base/plans/plan-catalogue.ts'
import { createSchemaChecks } from '../contract/schema-validators.ts'
import { jsonFile } from './json-file.ts'

const count = { type: 'integer', minimum: 1, maximum: 1_000_000_000 }
const price = { type: ['number', 'null'], minimum: 0, maximum: 1_000_000 }
const fields = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const limits = (more: 'per_day' | 'burst') => ({
  ...fields({ per_minute: count, [more]: count }, ['per_minute', more]),
  type: ['object', 'null'],
})

const PLAN = fields(
  {
    price_usd: price,
    monthly_credits: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    monthly_photos: { ...count, type: ['integer', 'null'] },
    api: limits('per_day'),
    v1: limits('burst'),
  },
  [],
)
const PRODUCT = fields(
  {
    id: { type: 'string', minLength: 1, maxLength: 200 },
    name: { type: 'string', minLength: 1, maxLength: 100 },
    price_usd: price,
    credits: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    plan: { type: ['string', 'null'], enum: [...PLANS.filter((plan) => plan !== 'Free'), null] },
    period: { type: ['string', 'null'], enum: ['week', 'month', 'year', null] },
  },
  ['id', 'name', 'credits'],
)
const FILE = fields(
  {
    plans: fields(Object.fromEntries(PLANS.map((plan) => [plan, PLAN])), []),
    products: { type: 'array', maxItems: 200, items: PRODUCT },
  },
  [],
)

interface WrittenPlan {
  readonly price_usd?: PlanTerms['priceUsd']
  readonly monthly_credits?: number
  readonly monthly_photos?: number | null
  readonly api?: { readonly per_minute: number; readonly per_day: number } | null
  readonly v1?: { readonly per_minute: number; readonly burst: number } | null
}
type WrittenProduct = Pick<Product, 'id' | 'name' | 'credits'> &
  Partial<Pick<Product, 'plan' | 'period'>> & { readonly price_usd?: number | null }
interface Written {
  readonly plans?: Partial<Record<keyof Catalogue['plans'], WrittenPlan>>
  readonly products?: readonly WrittenProduct[]
}

/**
 * Plans and products, including those of the operator's file. A plan there changes the fields that it names; its products replace
 * ours.
 *
 * @throws ConfigError with every problem of the file at once.
 */
export async function readCatalogue(file: string | undefined): Promise<Catalogue> {
  if (file === undefined) return DEFAULT_CATALOGUE
  const problems: string[] = []
  const content = await jsonFile(file, problems)
  if (problems.length === 0) problems.push(...mistakes(content))
  if (problems.length > 0) throw new ConfigError(problems.map((one) => `PLATELIGHT_CATALOGUE (${file}): ${one}`))
  const { plans = {}, products } = content as Written
  return {
    plans: Object.fromEntries(
      PLANS.map((plan) => [plan, withChanges(DEFAULT_CATALOGUE.plans[plan], plans[plan] ?? {})]),
    ) as Catalogue['plans'],
    products: products?.map(productOf) ?? DEFAULT_CATALOGUE.products,
  }
}

function mistakes(content: unknown): string[] {
  // The schema refers to nothing, so it needs no document.
  const check = createSchemaChecks({ openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } as never).compile(
    FILE,
  )
  const wrong = check(content, []).map(({ loc, msg, type }) => {
    const place = loc.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    return `${place.replace(/^\./, '') || 'the file'} ${type === 'additionalProperties' ? 'is an unknown field' : msg}`
  })
  if (wrong.length > 0) return wrong
  const { products = [] } = content as Written
  const ids = products.map(({ id }) => id)
  return products.flatMap(({ id, plan = null, period = null }, index) => [
    ...(ids.indexOf(id) < index ? [`products[${index}] (${id}) appears twice`] : []),
    ...((plan === null) === (period === null)
      ? []
      : [`products[${index}] (${id}) needs both plan and period, or neither`]),
  ])
}

const withChanges = (terms: PlanTerms, written: WrittenPlan): PlanTerms => {
  const { price_usd, monthly_credits, monthly_photos, api, v1 } = written
  return {
    priceUsd: price_usd === undefined ? terms.priceUsd : price_usd,
    monthlyCredits: monthly_credits ?? terms.monthlyCredits,
    monthlyPhotos: monthly_photos === undefined ? terms.monthlyPhotos : monthly_photos,
    api: api === undefined ? terms.api : api && { perMinute: api.per_minute, perDay: api.per_day },
    v1: v1 === undefined ? terms.v1 : v1 && { perMinute: v1.per_minute, burst: v1.burst },
  }
}

const productOf = ({ price_usd = null, plan = null, period = null, ...product }: WrittenProduct): Product => ({
  ...product,
  priceUsd: price_usd,
  plan,
  period,
})
