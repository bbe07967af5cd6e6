/** An in-memory SET (with NX and PX), GET and DEL of Redis, with the clock of this process. */
export function redisInMemory() {
  const keys = new Map<string, { readonly value: string; readonly until: number }>()
  const living = (key: string) => {
    const entry = keys.get(key)
    return entry && entry.until > Date.now() ? entry : undefined
  }
  return {
    async set(key: string, value: string, { NX, PX }: { NX?: true; PX?: number }) {
      if (PX !== undefined && !(Number.isSafeInteger(PX) && PX > 0)) throw new Error('ERR invalid expire time')
      if (NX && living(key)) return null
      keys.set(key, { value, until: PX === undefined ? Infinity : Date.now() + PX })
      return 'OK'
    },
    async get(key: string) {
      return living(key)?.value ?? null
    },
    async del(key: string) {
      return keys.delete(key) ? 1 : 0
    },
  }
}
