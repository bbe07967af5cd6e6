import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server on loopback from which pictures are fetched. */
export async function imageHost(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (path = '/photo.jpg') => `http://${host}:${port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A host that returns these bytes for every path. */
export const serveBytes = (bytes: Uint8Array, type = 'image/jpeg') =>
  imageHost((_, res) => res.writeHead(200, { 'content-type': type, 'content-length': bytes.byteLength }).end(bytes))
