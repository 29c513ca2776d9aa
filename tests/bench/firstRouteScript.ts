import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Row } from './row.ts'

interface Chunk {
  readonly name?: string
  readonly file: string
  readonly imports?: string[]
}
type Manifest = Record<string, Chunk>

/** Scripts needed for the landing page: entry, its route, and all static imports. */
export const firstRouteScript: Row = {
  what: 'JavaScript of the first route, brotli',
  against: 'an empty app of the same parts',
  goal: '<= 1.25x',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'eclats-size-'))
    try {
      const ours = sizeOfApp(join(folder, 'ours'))
      const empty = await sizeOfEmptyApp(join(folder, 'empty'))
      const ratio = ours / empty
      const detail = `ours ${kilobytes(ours)} kB, empty ${kilobytes(empty)} kB`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 1.25 }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function sizeOfApp(folder: string): number {
  execFileSync('vite', ['build', '--manifest', '--outDir', folder, '--emptyOutDir', '--logLevel', 'silent'])
  return sizeOf(folder, ['main', 'landing'])
}

async function sizeOfEmptyApp(folder: string): Promise<number> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('emptyApp', import.meta.url)),
    plugins: [react()],
    logLevel: 'silent',
    build: { outDir: folder, manifest: true, target: 'baseline-widely-available' },
  })
  return sizeOf(folder, ['index'])
}

function sizeOf(folder: string, names: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const keyOf = (name: string) =>
    Object.keys(manifest).find((key) => manifest[key]?.name === name && manifest[key].file.endsWith('.js'))
  const missing = names.filter((name) => keyOf(name) === undefined)
  if (missing.length > 0) throw new Error(`not built: ${missing.join(', ')}`)
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  names.forEach((name) => visit(keyOf(name) ?? ''))
  return [...seen].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0)
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}
