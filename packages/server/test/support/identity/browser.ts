import { newAddress } from './signed-in-client.ts'

/** A browser as far as sign-in needs one: it keeps cookies by host and follows redirects. */
export function browser() {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }

  const send = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address)
    const jar = jarOf(url)
    const headers = new Headers({ accept: 'text/html', 'x-forwarded-for': newAddress(), ...init.headers })
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }

  return {
    jarOf: (url: string) => jarOf(new URL(url)),
    send,

    /** Follows redirects until an address fits or a reply is no redirect. Returns that address, which is not requested if it fits. */
    async follow(address: string, until: RegExp): Promise<URL> {
      let url = new URL(address)
      for (let hop = 0; hop < 15; hop++) {
        if (until.test(url.href)) return url
        const reply = await send(url)
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`${url.href} answered ${reply.status}: ${await reply.text()}`)
        url = new URL(location, url)
      }
      throw new Error(`there is no end of redirects at ${url.href}`)
    },

    /** Exchanges a one-time code, as the callback page does. */
    exchange: (appUrl: string, code: string, more: object = {}) =>
      send(`${appUrl}/api/auth/idp/exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ code, ...more }),
      }),
  }
}

export type Browser = ReturnType<typeof browser>
