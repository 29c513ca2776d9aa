// As much of archiver as the bench uses; its types are a package of their own.
declare module 'archiver' {
  import type { Readable } from 'node:stream'

  export class ZipArchive extends Readable {
    constructor(options: { store: boolean })
    file(path: string, data: { name: string }): this
    finalize(): Promise<void>
  }
}
