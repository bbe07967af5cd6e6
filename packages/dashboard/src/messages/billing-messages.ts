import { inLanguage } from './language.ts'
import { number, plural, price } from './numbers.ts'

/** The texts of the page of plans and use. */
export const billingMessages = inLanguage('billing', {
  title: 'Plan and use',
  credits: 'credits',
  plan: 'Plan',
  used: 'Used this month',
  renewal: 'Next renewal',
  ends: 'Ends',
  debt: 'Debt',
  debtText: (count: number) => `${number(count)}, from refunded purchases. The next credits settle it.`,
  buy: 'Buy credits or change the plan',
  buyHint: 'Opens the page for payments of this server.',
  out: 'No credits are left. Choose a plan or buy some, and go on where you were.',
  plans: 'Plans',
  current: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  price: (dollars: number | null) => (dollars === null ? 'On request' : price(dollars)),
  month: 'a month',
  monthlyCredits: (count: number) => (count === 0 ? 'No monthly credits' : `${number(count)} credits a month`),
  monthlyPhotos: (count: number | null) =>
    count === null ? 'No limit of photos through /v1' : `${number(count)} photos a month through /v1`,
  perMinute: (count: number) => `${number(count)} requests a minute`,
  agreed: 'Limits by agreement',
  use: 'Use of the last 30 days',
  noUse: 'Nothing was spent in the last 30 days. Each photo that you make appears here.',
  useLabel: (total: number) =>
    plural(total, { one: '# credit by day and operation', other: '# credits by day and operation' }),
  dayTitle: (day: string, total: number) => `${day}: ${number(total)}`,
  asTable: 'As a table',
  day: 'Day',
  partial: (count: number) => `Of the newest ${number(count)} entries of the ledger.`,
  limits: 'Limits',
  limitNames: {
    api: 'Requests to /api',
    v1: 'Requests to /v1',
    photos: 'Photos through /v1 this month',
    storage: 'Stored photos',
  },
  usedOf: (used: string, all: string) => `${used} of ${all} used`,
  again: (when: string) => `full again ${when}`,
  operatorTitle: 'If you run this server',
  operator: 'Grant credits on its machine, to an existing account:',
  operatorHint: 'In a clone of the project, put npx before the command. Work that fails is never charged.',
  signIn: 'Sign in to see your balance',
})
