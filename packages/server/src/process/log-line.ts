/** Fields that every line has, or that are shown in another form. */
const HIDDEN_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])
/** The fields of a request that are shown. Its id, account and address are only in the JSON. */
const REQUEST_FIELDS = ['method', 'url', 'status'] as const

/** A line of the log for people: the message, its fields as `name=value`, and the stack of an error. */
export function logLine(line: Readonly<Record<string, unknown>>): string {
  const { msg, err } = line
  const isRequest = REQUEST_FIELDS.every((name) => name in line)
  const text = isRequest ? requestText(line) : [msg, ...fieldsOf(line)].join(' ')
  const stack = err instanceof Object && 'stack' in err ? `\n${err.stack}` : ''
  return `${text}${stack}`
}

function requestText({ method, url, status, ms, msg }: Readonly<Record<string, unknown>>): string {
  const how = msg === 'request completed' ? '' : ` (${msg})`
  return `${method} ${url} ${status}, ${ms} ms${how}`
}

const fieldsOf = (line: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(line)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
