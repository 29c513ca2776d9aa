import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes name.br beside every text file of dist once the service worker is there too. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const file of readdirSync('dist', { recursive: true, withFileTypes: true })) {
          if (!/\.(html|js|css|svg|webmanifest)$/.test(file.name)) continue
          const path = `${file.parentPath}/${file.name}`
          writeFileSync(
            `${path}.br`,
            brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          )
        }
      },
    },
  }
}
