/** What is asked of the hash worker; streams are told apart by number. */
export type HashRequest =
  | { readonly type: 'update'; readonly stream: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'digest'; readonly stream: number }
  | { readonly type: 'drop'; readonly stream: number }

/** Its answer to each request, in the order of the requests. */
export type HashReply =
  | { readonly stream: number; readonly sha256: string | null }
  | { readonly stream: number; readonly error: string }
