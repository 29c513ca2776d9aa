/** A second of silence as WAV: what a browser plays of a video when it can decode only the sound. */
export function soundAlone(): Blob {
  const bytesPerSecond = 8000
  const head = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string) => {
    for (let n = 0; n < text.length; n += 1) head.setUint8(at + n, text.charCodeAt(n))
  }
  write(0, 'RIFF')
  head.setUint32(4, 36 + bytesPerSecond, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  // PCM, one channel of 8 bits.
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, value, true)
  for (const at of [24, 28]) head.setUint32(at, bytesPerSecond, true)
  write(36, 'data')
  head.setUint32(40, bytesPerSecond, true)
  return new Blob([head, new Uint8Array(bytesPerSecond).fill(128)], { type: 'audio/wav' })
}
