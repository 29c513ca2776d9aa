import { Agent, request } from 'node:http'

export interface Target {
  readonly endpoint: string
  readonly token: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const chunkBytes = 8 * 1024 * 1024

/** Sends bytes like the queue: one POST, then PATCHes of 8 MiB. @returns the last answer's headers, and the address */
export async function sendByTus({ endpoint, token }: Target, bytes: Buffer) {
  const begun = await call(endpoint, 'POST', token, { 'Upload-Length': String(bytes.length) })
  const location = new URL(begun.location ?? '', endpoint).href
  let headers = begun
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const piece = bytes.subarray(at, at + chunkBytes)
    headers = await call(location, 'PATCH', token, { 'Upload-Offset': String(at) }, piece)
  }
  return { headers, location }
}

/** Starts an upload and sends it slowly, so that many run concurrently. */
export async function beginByTus({ endpoint, token }: Target, length: number): Promise<string> {
  const { location } = await call(endpoint, 'POST', token, { 'Upload-Length': String(length) })
  return new URL(location ?? '', endpoint).href
}

function call(
  url: string,
  method: string,
  token: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): Promise<Record<string, string | undefined>> {
  return new Promise((resolve, reject) => {
    const type = body.length > 0 ? { 'Content-Type': 'application/offset+octet-stream' } : {}
    const sent = request(url, {
      method,
      agent,
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: `Bearer ${token}`,
        'Content-Length': String(body.length),
        ...type,
        ...headers,
      },
    })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${url}: ${answer.statusCode}`))
        else resolve(answer.headers as Record<string, string>)
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
