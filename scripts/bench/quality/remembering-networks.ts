import { createHash } from 'node:crypto'
import type { Inference, Networks } from '@platelight/imaging/network-port.ts'

/** Networks that answer the same question once, for rows that ask for the same photo again and again. */
export function rememberingNetworks(networks: Networks) {
  const answers = new Map<string, Promise<Inference>>()
  let asked = 0
  const find: Networks['find'] = async (use) => {
    const network = await networks.find(use)
    if (!network) return undefined
    return {
      ...network,
      async run(input) {
        asked++
        const { buffer, byteOffset, byteLength } = input.data
        const seen = createHash('sha256')
          .update(new Uint8Array(buffer, byteOffset, byteLength))
          .digest('hex')
        const question = [use, ...input.dims, seen].join(' ')
        const answer = answers.get(question) ?? network.run(input)
        answers.set(question, answer)
        return answer
      },
    }
  }
  return {
    networks: { find },
    /** How often any network was asked, answers that were remembered included. */
    asked: () => asked,
    forget: () => answers.clear(),
  }
}
