/** Request to the hash worker. `stream` identifies the hash. */
export type HashRequest =
  | { readonly type: 'update'; readonly stream: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'digest'; readonly stream: number }
  | { readonly type: 'drop'; readonly stream: number }

/** Replies come in the order of the requests. The reply to an update returns the buffer. */
export type HashReply =
  | { readonly stream: number; readonly sha256: string | null; readonly bytes?: ArrayBuffer }
  | { readonly stream: number; readonly error: string }
