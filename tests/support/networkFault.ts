/** A fault of the simulated network. `request` is matched against a request's first line and headers. */
export type NetworkFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'down' }
  /** The connection is reset after this many bytes to the server. */
  | { readonly kind: 'cutAfter'; readonly bytes: number }
  /** After this many bytes a connection forwards nothing in either direction, without an error. */
  | { readonly kind: 'blackhole'; readonly afterBytes: number }
  /** Everything reaches the server; the connection is reset instead of an answer. */
  | { readonly kind: 'answerLost' }
  /** Matching requests (with a body above `bodyOver` bytes, where given) get this answer instead of the server's. */
  | { readonly kind: 'instead'; readonly request: RegExp; readonly answer: string; readonly bodyOver?: number }
  /** Matching requests reach the server only when `until` settles. */
  | { readonly kind: 'held'; readonly request: RegExp; readonly until: Promise<void> }
  /** Matching requests come whole, the connection is reset, and they reach the server when `until` settles. */
  | { readonly kind: 'late'; readonly request: RegExp; readonly until: () => Promise<void> }
  /** Bandwidth to the server in bytes per second. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** One bit of the body of matching requests is flipped. */
  | { readonly kind: 'flip'; readonly request: RegExp }
  /** Answers to matching requests are dropped after the server sent them. */
  | { readonly kind: 'answerLostTo'; readonly request: RegExp }

/** State shared by all connections of the simulated network. */
export interface SimulatedNetwork {
  fault: NetworkFault
  /** First lines of all forwarded requests, for example `PATCH /api/... HTTP/1.1`. */
  readonly requests: string[]
  /** Bytes that phones have sent, headers included. */
  bytesToServer: number
  /** Late requests, until the server has answered them or its connection is closed. */
  readonly late: Set<Promise<void>>
  /** Number of faults that occurred: flipped bits, silenced and refused connections. */
  faultCount: number
}
