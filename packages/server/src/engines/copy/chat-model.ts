/** What asks another service, in the shape of `fetch`. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>

export interface ChatQuestion {
  readonly instructions: string
  /** What was typed by a caller, as data. */
  readonly input: unknown
  readonly signal: AbortSignal
}

/** There is no usable answer. The message is for the operator and quotes nothing that the service said. */
export class ChatModelError extends Error {
  override readonly name = 'ChatModelError'
}

/**
 * Asks a language model that speaks OpenAI's chat completions. The fields are those that every such server knows.
 *
 * @returns a function that returns the text of the answer
 * @throws ChatModelError, or the error of `ask`
 * @example
 * const answer = await chatModel({ url: 'http://127.0.0.1:11434/v1', model: 'llama3.3', key: undefined, ask })(question)
 */
export function chatModel(options: {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly ask: Ask
}) {
  const { url, model, key, ask } = options
  return async ({ instructions, input, signal }: ChatQuestion): Promise<string> => {
    const body = {
      model,
      stream: false,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: JSON.stringify(input) },
      ],
    }
    const reply = await ask(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal,
    })
    if (!reply.ok) throw new ChatModelError(`it answered with status ${reply.status}`)
    const text = answerIn(await reply.json().catch(() => undefined))
    if (text === undefined) throw new ChatModelError('its answer is no chat completion')
    return text
  }
}

/** The text of a chat completion that was ended by the model itself. */
function answerIn(reply: unknown): string | undefined {
  const choice = field(field(reply, 'choices'), '0')
  const content = field(field(choice, 'message'), 'content')
  return typeof content === 'string' && field(choice, 'finish_reason') !== 'length' ? content : undefined
}

/** A field of what may be anything. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}
