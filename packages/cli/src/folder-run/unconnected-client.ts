import { Platelight } from '@platelight/sdk'

/** A client for what needs no answer, such as a run in which nothing is due: it asks nobody. */
export const unconnectedClient = (): Platelight => new Platelight({ baseUrl: 'http://127.0.0.1:9', apiKey: '' })
