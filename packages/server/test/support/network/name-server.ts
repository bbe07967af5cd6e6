import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import packet from 'dns-packet'

/**
 * A name server on loopback, over UDP.
 *
 * @param records addresses by name; `silent` for a name, a zone with a dot before it, or a question such as `AAAA a.test`
 * that never gets a reply
 */
export async function nameServer(records: Readonly<Record<string, readonly string[] | 'silent'>>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  const isSilent = (name: string, type: string) =>
    [name, `${type} ${name}`].some((known) => records[known] === 'silent') ||
    Object.entries(records).some(([zone, what]) => what === 'silent' && zone.startsWith('.') && name.endsWith(zone))
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = packet.decode(message)
    const question = questions?.[0]
    if (!question) return
    const name = question.name.toLowerCase()
    asked.push(`${question.type} ${name}`)
    if (isSilent(name, question.type)) return
    const found = records[name] ?? []
    const data = (Array.isArray(found) ? (found as string[]) : []).filter(
      (one) => one.includes(':') === (question.type === 'AAAA'),
    )
    const answer = packet.encode({
      type: 'response',
      id: id ?? 0,
      // 3: the name does not exist.
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (records[name] ? 0 : 3),
      questions: [question],
      answers: data.map((one) => ({ type: question.type as 'A' | 'AAAA', name: question.name, ttl: 0, data: one })),
    })
    socket.send(answer, port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    /** In the form of the setting. */
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** The questions, such as `A example.com`, in order. */
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
