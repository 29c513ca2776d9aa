let nobody: MessagePort | undefined

/**
 * Gives the memory of a buffer back at once; the buffer is empty afterwards. It would stand until the browser collects,
 * which takes hundreds of MiB, and `transfer` lets go of it no sooner. What is handed over leaves at once, and what is
 * handed over to nobody is gone.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength === 0) return
  nobody ??= closedPort()
  nobody.postMessage(null, [buffer])
}

function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port2.close()
  return port1
}
