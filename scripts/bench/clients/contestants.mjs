// Our client and those of other services, each called as its README says, on a server of ours instead of its own. JavaScript, so
// that the types of all of them are no part of this project's.

/**
 * `open(url, timeoutMs)` gives a client with its defaults, without telemetry: a `read`, a `write` that would cost money, and
 * a `remove` where its service has one. `ok` answers the first two. `takes` says what a call can be given.
 */
export const CONTESTANTS = {
  '@platelight/sdk': {
    takes: { signal: true, timeout: true },
    ok: { credits: 7, result_url: 'http://127.0.0.1/a.jpg', warnings: [] },
    async open(url, timeoutMs) {
      const { Platelight } = await import('@platelight/sdk')
      const client = new Platelight({ apiKey: SECRET, baseUrl: url, logLevel: 'off', ...(timeoutMs && { timeoutMs }) })
      return {
        read: (signal) => client.account.credits({ signal }),
        write: (signal) => client.images.upscale({ image_url: 'https://example.com/a.jpg' }, { signal }),
        remove: () => client.photos.delete('run_1'),
      }
    },
  },
  openai: {
    takes: { signal: true, timeout: true },
    ok: { id: 'x', object: 'model', data: [] },
    async open(url, timeout) {
      const { default: OpenAI } = await import('openai')
      const client = new OpenAI({ apiKey: SECRET, baseURL: url, logLevel: 'off', ...(timeout && { timeout }) })
      return {
        read: (signal) => client.models.retrieve('x', { signal }),
        write: (signal) => client.images.generate({ prompt: 'ramen' }, { signal }),
        remove: () => client.files.delete('x'),
      }
    },
  },
  '@anthropic-ai/sdk': {
    takes: { signal: true, timeout: true },
    refusalType: 'billing_error',
    ok: { id: 'x', type: 'model', content: [] },
    async open(url, timeout) {
      const { default: Anthropic } = await import('@anthropic-ai/sdk')
      const client = new Anthropic({ apiKey: SECRET, baseURL: url, logLevel: 'off', ...(timeout && { timeout }) })
      const messages = [{ role: 'user', content: 'ramen' }]
      return {
        read: (signal) => client.models.retrieve('x', {}, { signal }),
        write: (signal) => client.messages.create({ model: 'x', max_tokens: 9, messages }, { signal }),
        remove: () => client.messages.batches.delete('x'),
      }
    },
  },
  stripe: {
    takes: { signal: false, timeout: true },
    refusalType: 'card_error',
    ok: { id: 'x', object: 'customer' },
    async open(url, timeout) {
      const { default: Stripe } = await import('stripe')
      const { hostname: host, port } = new URL(url)
      const there = { host, port, protocol: 'http', telemetry: false }
      const client = new Stripe(SECRET, { ...there, ...(timeout && { timeout }) })
      return {
        read: () => client.customers.retrieve('cus_1'),
        write: () => client.paymentIntents.create({ amount: 100, currency: 'eur' }),
        remove: () => client.customers.del('cus_1'),
      }
    },
  },
  octokit: {
    takes: { signal: true, timeout: false },
    ok: { id: 1, name: 'x' },
    async open(url) {
      const { Octokit } = await import('octokit')
      const quiet = () => {}
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
      const client = new Octokit({ auth: SECRET, baseUrl: url, log })
      const repository = { owner: 'o', repo: 'r' }
      return {
        read: (signal) => client.rest.repos.get({ ...repository, request: { signal } }),
        write: (signal) => client.rest.issues.create({ ...repository, title: 't', request: { signal } }),
        remove: () => client.rest.repos.delete(repository),
      }
    },
  },
  replicate: {
    takes: { signal: true, timeout: false },
    ok: { id: 'x', status: 'succeeded' },
    async open(url) {
      const { default: Replicate } = await import('replicate')
      const client = new Replicate({ auth: SECRET, baseUrl: url })
      return {
        read: (signal) => client.predictions.get('x', { signal }),
        write: (signal) => client.predictions.create({ version: 'v', input: {}, signal }),
        remove: () => client.models.delete?.('o', 'm'),
      }
    },
  },
  '@fal-ai/client': {
    takes: { signal: true, timeout: false },
    ok: { status: 'COMPLETED', request_id: 'x', images: [] },
    async open(url) {
      const { createFalClient } = await import('@fal-ai/client')
      const requestMiddleware = async (request) => ({ ...request, url: url + new URL(request.url).pathname })
      const client = createFalClient({ credentials: SECRET, requestMiddleware })
      return {
        read: (abortSignal) => client.queue.status('fal-ai/x', { requestId: 'x', abortSignal }),
        write: (abortSignal) => client.run('fal-ai/x', { input: {}, abortSignal }),
      }
    },
  },
}

/** What no other host may be sent. */
export const SECRET = 'pl_live_secret_of_the_benchmark'
