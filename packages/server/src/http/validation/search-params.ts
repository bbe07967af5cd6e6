/** Query parameters or form fields as an object. A name that comes more than once holds a list. */
export function searchParamsToObject(search: URLSearchParams): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of search) {
    const before = found[name]
    if (before === undefined) found[name] = value
    else if (Array.isArray(before)) before.push(value)
    else found[name] = [before, value]
  }
  return found
}
