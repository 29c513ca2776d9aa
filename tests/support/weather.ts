/** How the network behaves just now. `request` is held against a request's head, first line and headers. */
export type Weather =
  | { readonly kind: 'clear' }
  /** Connections are refused. */
  | { readonly kind: 'down' }
  /** The link breaks (reset) once a connection has carried so many bytes to the server. */
  | { readonly kind: 'cutAfter'; readonly bytes: number }
  /** Once a connection has carried so many bytes nothing passes any more, either way, and nobody is told. */
  | { readonly kind: 'blackhole'; readonly afterBytes: number }
  /** Everything reaches the server, no answer comes back: the connection is reset instead. */
  | { readonly kind: 'answerLost' }
  /** Matching requests (with a body above `bodyOver` bytes, where given) get this answer instead of the server's. */
  | { readonly kind: 'instead'; readonly request: RegExp; readonly answer: string; readonly bodyOver?: number }
  /** The link to the server carries so many bytes a second. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** One bit of the body of matching requests arrives wrong. */
  | { readonly kind: 'flip'; readonly request: RegExp }
  /** Answers to matching requests are lost after the server gave them. */
  | { readonly kind: 'answerLostTo'; readonly request: RegExp }

/** What every connection through the network shares. */
export interface Sky {
  weather: Weather
  /** First lines of all requests that came through, for example `PATCH /api/... HTTP/1.1`. */
  readonly requests: string[]
  /** Bytes that phones have sent, headers included. */
  bytesToServer: number
  /** Faults of the weather that really happened: bits flipped, connections gone dead. */
  faults: number
}
