import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

interface ListedFile {
  readonly url: string
  readonly revision: string | null
}

/**
 * Replaces the revision of each file in the worker's list by the SHA-256 of its content, in the form that `fetch` takes
 * as `integrity`. Files whose names have a hash have no revision.
 */
export function fileDigests() {
  let folder = ''
  const plugin: Plugin = {
    name: 'file-digests',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
  }
  const digestOf = (url: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, url)))
      .digest('base64')
  const add = <File extends ListedFile>(files: File[]) => ({
    manifest: files.map((file) =>
      file.revision === null ? file : { ...file, revision: `sha256-${digestOf(file.url)}` },
    ),
  })
  return { plugin, add }
}
