// The used part of archiver; its types are a separate package.
declare module 'archiver' {
  import type { Readable } from 'node:stream'

  export class ZipArchive extends Readable {
    constructor(options: { store: boolean })
    file(path: string, data: { name: string }): this
    finalize(): Promise<void>
  }
}
