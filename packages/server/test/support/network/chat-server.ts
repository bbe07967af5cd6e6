import type { IncomingMessage, ServerResponse } from 'node:http'
import { imageHost } from './image-host.ts'

/** What a server of chat completions was asked. */
export interface ChatAsked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: { model: string; messages: { role: string; content: string }[] }
}

/** A server of chat completions on loopback. Its answer is set by each test, and may be none that a model would give. */
export async function chatServer() {
  const asked: ChatAsked[] = []
  let answer: (res: ServerResponse, asked: ChatAsked) => void = (res) => void res.writeHead(500).end()
  const host = await imageHost(async (req: IncomingMessage, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const one = { path: req.url ?? '', authorization: req.headers.authorization, body: JSON.parse(body) }
    asked.push(one)
    answer(res, one)
  })
  const json = (res: ServerResponse, value: unknown) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  return {
    url: `http://127.0.0.1:${host.port}/v1`,
    asked,
    answerWith(next: typeof answer) {
      answer = next
    },
    /** Answers as a model that wrote this text. */
    write(content: string, finish_reason = 'stop') {
      answer = (res) => json(res, { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }] })
    },
    json,
    close: host.close,
  }
}
