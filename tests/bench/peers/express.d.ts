// The used part of express; its types are a separate package.
declare module 'express' {
  import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

  interface Response extends ServerResponse {
    status(code: number): Response
    json(body: unknown): void
  }
  interface App {
    use(listener: RequestListener): void
    get(path: string, handler: (request: IncomingMessage, response: Response) => void): void
    listen(port: number, host: string, ready: () => void): Server
  }
  function express(): App
  namespace express {
    function json(): RequestListener
  }
  export default express
}
