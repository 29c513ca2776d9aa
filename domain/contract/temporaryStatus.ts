/**
 * Whether an HTTP status says that the server, or a proxy before it, cannot serve the request now: the same request can
 * succeed later (408, 425, 429 and 5xx).
 */
export function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
