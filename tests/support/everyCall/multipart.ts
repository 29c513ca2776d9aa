/** A multipart form with one file, and its Content-Type header with the boundary. */
export function multipartOf({ bytes, name }: { bytes: Buffer; name: string }) {
  const boundary = 'limite-de-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
