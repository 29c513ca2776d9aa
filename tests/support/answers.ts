/** An error answer in the server's format, for the simulated network. */
export function answerOf(
  status: string,
  { code, message, headers = [] }: { code: string; message: string; headers?: string[] },
): string {
  return jsonAnswer(status, { code, message }, ['Tus-Resumable: 1.0.0', ...headers])
}

export function jsonAnswer(status: string, body: unknown, headers: readonly string[] = []): string {
  return rawAnswer(status, JSON.stringify(body), ['Content-Type: application/json; charset=utf-8', ...headers])
}

/** The answer of a reverse proxy while the server restarts: neither code nor message. */
export const badGateway = pageOfProxy('502 Bad Gateway')

/** The page with which a proxy answers by itself. */
export function pageOfProxy(status: string): string {
  return rawAnswer(status, `<html><body><h1>${status}</h1></body></html>`, ['Content-Type: text/html'])
}

export function rawAnswer(status: string, body: string, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
