import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuthenticationError, Platelight, PlatelightError } from '../../src/index.ts'
import { json, refusal, serve } from '../support/scripted-server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const failing = (...args: ConstructorParameters<typeof Platelight>) => {
  try {
    new Platelight(...args)
  } catch (error) {
    return error as PlatelightError
  }
  return expect.unreachable()
}

describe('where the key and the address come from', () => {
  test('the environment, if no options are given', async () => {
    const server = await serve(json(200, {}))
    vi.stubEnv('PLATELIGHT_API_KEY', ' pl_live_env\n')
    vi.stubEnv('PLATELIGHT_BASE_URL', `${server.url}/`)
    const client = new Platelight()
    expect(client.baseUrl).toBe(server.url)
    await client.account.credits()
    expect(server.requests[0]?.headers.authorization).toBe('Bearer pl_live_env')
  })

  test('options take precedence', async () => {
    vi.stubEnv('PLATELIGHT_API_KEY', 'pl_live_env')
    vi.stubEnv('PLATELIGHT_BASE_URL', 'https://env.example')
    const server = await serve(json(200, {}))
    await new Platelight({ apiKey: 'pl_live_given', baseUrl: server.url }).account.credits()
    expect(server.requests[0]?.headers.authorization).toBe('Bearer pl_live_given')
  })

  test('the default is a server on this machine', () => {
    vi.stubEnv('PLATELIGHT_BASE_URL', '')
    expect(new Platelight().baseUrl).toBe('http://127.0.0.1:8787')
  })

  test('a runtime without a process works', () => {
    vi.stubGlobal('process', undefined)
    expect(new Platelight().baseUrl).toBe('http://127.0.0.1:8787')
  })

  test('without a key, calls that need one are refused before anything is sent, with what to set', async () => {
    vi.stubEnv('PLATELIGHT_API_KEY', '')
    const server = await serve(json(200, {}))
    const client = new Platelight({ baseUrl: server.url })
    const error = await client.account.credits().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({
      status: 401,
      code: 'no_api_key',
      attempts: 0,
      message: expect.stringMatching(/new Platelight\(\{ apiKey \}\).*PLATELIGHT_API_KEY/),
    })
    expect(server.requests).toHaveLength(0)
    const headers = { Authorization: 'Bearer pl_live_by_hand' }
    await client.account.credits({ headers })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [{ apiKey: 'pl_live_x' }, 'the option apiKey'],
    [{}, 'PLATELIGHT_API_KEY'],
    [{ apiKey: 'pl_live_x', apiKeySource: 'the keyring' }, 'the keyring'],
  ])('the error for a refused key names its source and the server: %j', async (options, source) => {
    vi.stubEnv('PLATELIGHT_API_KEY', 'pl_live_env')
    const server = await serve(refusal(401, 'unauthorized'))
    const client = new Platelight({ ...options, baseUrl: server.url })
    const error = await client.account.credits().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error.message).toContain(`The key is from ${source}, the server ${server.url}.`)
    // A refused password is not a problem of the key.
    const login = await client.auth.login({ email: 'a@example.com', password: 'x' }).catch((thrown) => thrown)
    expect(login.message).not.toContain('key')
  })

  test('without a key no Authorization is sent', async () => {
    const server = await serve(json(200, {}))
    await new Platelight({ baseUrl: server.url }).service.health()
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('the base URL may have a path', async () => {
    const server = await serve(json(200, {}))
    await new Platelight({ baseUrl: `${server.url}/photos/` }).service.health()
    expect(server.requests[0]?.url).toBe('/photos/health')
  })
})

describe('a key never travels in the clear', () => {
  const apiKey = 'pl_live_secret'

  for (const baseUrl of [
    'http://example.com',
    'http://192.168.1.5:8787',
    'http://localhost.example.com',
    'http://127.0.0.1.nip.io',
  ]) {
    test(`${baseUrl} is refused`, () => {
      const error = failing({ apiKey, baseUrl })
      expect(error.code).toBe('insecure_base_url')
      expect(error.message).not.toContain(apiKey)
    })
  }

  for (const baseUrl of [
    'https://example.com',
    'http://localhost:8787',
    'http://127.0.0.1',
    'http://127.8.9.1',
    'http://[::1]:8787',
    'http://api.localhost',
  ]) {
    test(`${baseUrl} is fine`, () => {
      expect(new Platelight({ apiKey, baseUrl }).baseUrl).toBe(baseUrl)
    })
  }

  test('plain http to another machine is allowed without a key', () => {
    vi.stubEnv('PLATELIGHT_API_KEY', '')
    expect(new Platelight({ baseUrl: 'http://example.com' }).baseUrl).toBe('http://example.com')
  })
})

describe('invalid options are refused', () => {
  for (const baseUrl of [
    '',
    'nonsense',
    'ftp://example.com',
    'https://user:pass@example.com',
    'https://a.example/?x=1',
    'https://a.example/#x',
  ]) {
    test(`base URL ${JSON.stringify(baseUrl)}`, () => {
      const error = failing({ baseUrl })
      expect(error).toBeInstanceOf(PlatelightError)
      expect(error.code).toBe('invalid_base_url')
      expect(error.message).not.toContain('pass')
    })
  }

  test('a key that is not valid in a header, without repeating it in the message', () => {
    const error = failing({ apiKey: 'pl_live_sécret' })
    expect(error.code).toBe('invalid_api_key')
    expect(error.message).not.toContain('cret')
  })

  test('numbers that are not valid', () => {
    for (const options of [{ maxRetries: -1 }, { timeoutMs: Number.NaN }, { maxRetryAfterMs: -5 }]) {
      expect(failing(options).code).toBe('invalid_input')
    }
  })
})

describe('in a browser', () => {
  const inBrowser = () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
  }

  test('an API key is refused', () => {
    inBrowser()
    expect(failing({ apiKey: 'pl_live_x' }).code).toBe('browser_key')
  })

  test('an API key is accepted with dangerouslyAllowBrowser', async () => {
    inBrowser()
    const server = await serve(json(200, {}))
    const client = new Platelight({ apiKey: 'pl_live_x', baseUrl: server.url, dangerouslyAllowBrowser: true })
    await client.account.credits()
    expect(server.requests[0]?.headers['user-agent']).not.toContain('platelight')
  })

  test('a client without a key works', () => {
    inBrowser()
    vi.stubEnv('PLATELIGHT_API_KEY', '')
    expect(() => new Platelight()).not.toThrow()
  })
})
