import { type HttpFixture, until } from './http-fixture.ts'

export const picture = (bytes = 10, name = 'ramen.jpg') =>
  new File([new Uint8Array(bytes).fill(7)], name, { type: 'image/jpeg' })

export function form(...entries: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries)
    typeof value === 'string' ? data.append(name, value) : data.append(name, value, value.name)
  return data
}

/** Waits until every uploaded file is deleted. */
export const nothingLeft = ({ uploads }: HttpFixture) =>
  until(async () => (await uploads()).length === 0, 'the upload folder is empty')
