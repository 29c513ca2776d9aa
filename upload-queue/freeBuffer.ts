let sink: MessagePort | undefined

/**
 * Frees the memory of a buffer now; the buffer is empty afterwards. Garbage collection comes only after hundreds of
 * MiB, and `ArrayBuffer.prototype.transfer` does not free it sooner. A buffer transferred to a closed port is freed at
 * once.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength === 0) return
  sink ??= closedPort()
  sink.postMessage(null, [buffer])
}

function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port2.close()
  return port1
}
