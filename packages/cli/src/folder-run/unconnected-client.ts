import { Platelight } from '@platelight/sdk'

/** A client that never sends a request, for runs in which nothing is due. */
export const unconnectedClient = (): Platelight => new Platelight({ baseUrl: 'http://127.0.0.1:9', apiKey: '' })
