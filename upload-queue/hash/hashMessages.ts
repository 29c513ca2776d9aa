/** Request to the hash worker. `stream` identifies the hash, `id` the request. */
export type HashRequest = { readonly id: number } & (
  | { readonly type: 'update'; readonly stream: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'digest'; readonly stream: number }
  | { readonly type: 'drop'; readonly stream: number }
  | { readonly type: 'file'; readonly file: Blob }
)

/** Reply to the request `id`. The reply to an update returns the buffer, the one to a file its rows. */
export type HashReply = { readonly id: number } & (
  | { readonly sha256: string | null; readonly bytes?: ArrayBuffer; readonly rows?: readonly ArrayBuffer[] }
  | { readonly error: string }
)
