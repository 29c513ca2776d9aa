import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const rooms = ['domain', 'upload-queue', 'sw', 'src', 'server'] as const

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** Files of this repository that a file imports, types included. @param file its path from the root */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(importPattern)].flatMap(([, to = '']) => {
    if (to.startsWith('#')) return [to.slice(1)]
    return to.startsWith('.') ? [normalize(join(dirname(file), to))] : []
  })
}

const packagePattern = /(?:^(?:import|export|\}).* from |^import |import\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/gm

/** Packages that a file imports, types included. */
export function packagesOf(text: string): string[] {
  return [...text.matchAll(packagePattern)].map(([, name = '']) => name)
}

/** Every product file with the files that it imports. */
export function importGraph(): Map<string, string[]> {
  const files = globSync(`{${rooms.join()}}/**/*.{ts,tsx}`).toSorted()
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]))
}
