/** What is asked of the hash worker; streams are told apart by number. */
export type HashRequest =
  | { readonly type: 'update'; readonly stream: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'digest'; readonly stream: number }
  | { readonly type: 'drop'; readonly stream: number }

/** Its answer to each request, in the order of the requests; an update gives its bytes back. */
export type HashReply =
  | { readonly stream: number; readonly sha256: string | null; readonly bytes?: ArrayBuffer }
  | { readonly stream: number; readonly error: string }
