/** What every line has, and what is shown elsewhere in it. */
const SHOWN_ELSEWHERE = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])
/** Of a request only these are for reading; its id, account and address are in the JSON. */
const OF_REQUEST = ['method', 'url', 'status'] as const

/** One line of the log for people: the message, what belongs to it as `name=value`, and where an error came from. */
export function logLine(line: Readonly<Record<string, unknown>>): string {
  const { msg, err } = line
  const isRequest = OF_REQUEST.every((name) => name in line)
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
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
